import { errataOtel } from '@errata/otel/vite'
import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'

const libraries = ['react', 'react-dom', 'react-router', 'scheduler'].map(name => `/node_modules/${name}/`)

const sharedChunks = {
  groups: [
    // Browsers keep it from release to release.
    { name: 'libraries', test: (id: string) => libraries.some(folder => id.includes(folder)), priority: 1 },
    // This file holds the modules that thirteen pages or more share. With the default alone a page has sixty files, each compressed separately: 5 to 8 KB more.
    // Without the parts of the lab's many pages, whose styles must come after those of the desk.
    { name: 'desk', test: (id: string) => !id.includes('/app/pages/'), minShareCount: 13 },
  ],
}

export default defineConfig(({ command }) => {
  // In a test runner (NODE_ENV=test) a build would otherwise contain React's development version and show errors to visitors.
  if (command === 'build') process.env['NODE_ENV'] = 'production'
  return {
    plugins: [reactRouter(), errataOtel()],
    // React Router and Errata's plugin name what browsers load. Vite would add what loaders import, and reload the first page for it.
    optimizeDeps: { noDiscovery: true },
    // Keeps light-dark(): expanded for older browsers, every colour would be twice as long.
    build: {
      cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
      rolldownOptions: { output: { codeSplitting: sharedChunks } },
    },
    // If bundled, modules that server.ts and instrument.ts import too would exist twice: two context keys, no `instanceof`.
    ssr: { external: ['@errata/otel', '@opentelemetry/api', '@clickhouse/client'] },
  }
})
