import { errataOtel } from '@errata/otel/vite'
import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [reactRouter(), errataOtel()],
  // Bundled, what server.ts and instrument.ts import as well would exist twice: two context keys, no `instanceof`.
  ssr: { external: ['@errata/otel', '@opentelemetry/api', '@clickhouse/client'] },
})
