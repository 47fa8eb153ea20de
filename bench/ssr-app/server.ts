import { createServer, type RequestListener } from 'node:http'
import { join } from 'node:path'
import { instrumentBuild, renderHooks } from '@errata/otel/react-router'
import { getTelemetry, traceRequests } from '@errata/otel/server'
import { createReadableStreamFromReadable, createRequestListener } from '@react-router/node'
import { renderToPipeableStream } from 'react-dom/server'
import { type ServerBuild, ServerRouter } from 'react-router'
import { recordBare } from './bare-sdk.ts'
import { type MicrosecondsByPart, startProfile } from './profile-parts.ts'
import { renderDocument } from './render-document.ts'
import { loadSentry, type ParentRequest, readSettings, type SsrAppSettings, type TelemetryVariant } from './settings.ts'

const { variant, buildDir }: SsrAppSettings = readSettings()
const build: ServerBuild = await import(join(buildDir, 'server', 'index.js'))

const listeners = await listenersOf(variant)
const ports = await Promise.all(listeners.map(listen))
let stopProfile: (() => Promise<MicrosecondsByPart>) | undefined
process.on('message', async (message: ParentRequest) => {
  if (message === 'start profile') stopProfile = await startProfile()
  process.send?.(message === 'stop profile' ? await stopProfile?.() : process.cpuUsage())
})
process.once('disconnect', () => process.exit())
process.send?.({ ports })

/** Ours listens on two ports: one bypasses the telemetry, one has all of it. */
async function listenersOf(wanted: TelemetryVariant): Promise<RequestListener[]> {
  const plain = createRequestListener({ build })
  switch (wanted) {
    case 'errata': {
      const traced = createRequestListener({
        build: instrumentBuild(withEntry({ default: renderDocument(renderHooks) })),
      })
      const { logger } = getTelemetry()
      const logged: RequestListener = (req, res) => {
        logger.info({ 'url.path': req.url }, 'page asked for')
        traced(req, res)
      }
      return [plain, traceRequests(logged)]
    }
    case 'sentry': {
      const sentry = await loadSentry()
      const entry = {
        default: sentry.createSentryHandleRequest({
          ServerRouter,
          renderToPipeableStream,
          createReadableStreamFromReadable,
        }),
        handleError: sentry.createSentryHandleError({ logErrors: false }),
        instrumentations: [sentry.createSentryServerInstrumentation()],
      }
      return [createRequestListener({ build: withEntry(entry) })]
    }
    case 'bare':
      return [recordBare(plain)]
    default:
      return [plain]
  }
}

function withEntry(module: ServerBuild['entry']['module']): ServerBuild {
  return { ...build, entry: { ...build.entry, module } }
}

function listen(listener: RequestListener): Promise<number> {
  const server = createServer(listener)
  return new Promise(resolve => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      if (address !== null && typeof address === 'object') resolve(address.port)
    })
  })
}
