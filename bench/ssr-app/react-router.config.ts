import type { Config } from '@react-router/dev/config'

export default {
  ssr: true,
  // Each run builds into its own folder, and the CLI has no such option.
  buildDirectory: process.env['SSR_BUILD_DIR'] ?? 'build/by-hand',
} satisfies Config
