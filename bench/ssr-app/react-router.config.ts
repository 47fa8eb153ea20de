import type { Config } from '@react-router/dev/config'

export default {
  ssr: true,
  // Each run builds into a folder of its own, and the CLI takes no such option.
  buildDirectory: process.env['SSR_BUILD_DIR'] ?? 'build/by-hand',
} satisfies Config
