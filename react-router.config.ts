import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'app',
  ssr: true,
  // The desk has few routes: sending the whole manifest once saves a request, and a trace, per first visit of a link.
  routeDiscovery: { mode: 'initial' },
} satisfies Config
