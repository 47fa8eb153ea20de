import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'

/** Without the plugin of otel/, which would instrument all variants: server.ts does it for ours. */
export default defineConfig({ plugins: [reactRouter()], ssr: { external: ['@errata/otel'] } })
