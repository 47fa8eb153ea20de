import { errataOtel } from '@errata/otel/vite'
import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [reactRouter(), errataOtel()],
  // Bundled, what server.ts and instrument.ts import as well would exist twice: two context keys, no `instanceof`.
  optimizeDeps: {
    // The scanner sees what loaders import, though none of it is sent to a browser.
    exclude: ['@clickhouse/client', 'zod'],
    // Found late, these would make a fresh `npm run dev` load its first page twice.
    include: ['web-vitals/attribution', '@opentelemetry/semantic-conventions'].map(name => `@errata/otel > ${name}`),
  },
  ssr: { external: ['@errata/otel', '@opentelemetry/api', '@clickhouse/client'] },
})
