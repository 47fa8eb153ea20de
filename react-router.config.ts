import { join } from 'node:path'
import type { Config } from '@react-router/dev/config'
import { precompressFiles } from './server/responses/precompress-files.ts'

export default {
  appDirectory: 'app',
  ssr: true,
  // The app has few routes: sending the whole manifest once saves a request, and a trace, for each first visit of a link.
  routeDiscovery: { mode: 'initial' },
  buildEnd: ({ reactRouterConfig }) => precompressFiles(join(reactRouterConfig.buildDirectory, 'client')),
} satisfies Config
