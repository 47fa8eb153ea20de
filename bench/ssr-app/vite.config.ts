import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'

/** Without the plugin of otel/, which would instrument the build for everybody: server.ts does it for whom it is measured. */
export default defineConfig({ plugins: [reactRouter()], ssr: { external: ['@errata/otel'] } })
