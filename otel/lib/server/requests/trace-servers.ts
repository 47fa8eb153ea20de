import { Server as HttpServer, IncomingMessage, ServerResponse } from 'node:http'
import { Server as HttpsServer } from 'node:https'
import { context } from '@opentelemetry/api'
import { otherServerSpan } from './other-server-span.ts'
import { refuseRequest } from './refuse-request.ts'
import { requestTelemetry } from './request-telemetry.ts'
import { traceRequest } from './trace-requests.ts'

type Handler = (req: IncomingMessage, res: ServerResponse) => boolean

/**
 * Traces every request to every `node:http` and `node:https` server of this process, whenever it is created: at the server's `request`
 * event, like the stock HTTP instrumentation. HTTP/2 servers are not traced.
 *
 * @param first Called before the app; true if it answered the request.
 */
export function traceServers(first: Handler): void {
  for (const { prototype } of [HttpServer, HttpsServer]) {
    const { emit } = prototype
    // Also for listeners that are added later, in order.
    prototype.emit = function (this: HttpServer | HttpsServer, event: string | symbol, ...args: unknown[]) {
      const [req, res] = args
      const emitEvent = () => Reflect.apply(emit, this, [event, ...args])
      if (event !== 'request' || !(req instanceof IncomingMessage) || !(res instanceof ServerResponse))
        return emitEvent()
      if (first(req, res)) return true
      const callApp = () => refuseRequest(req, res) || emitEvent()
      if (!isLaterSpanExpected()) return traceRequest(req, res, callApp)
      traceInListener(this)
      return callApp()
    }
  }
}

/** True if the other SDK's SERVER span starts only when its listeners are called. */
const isLaterSpanExpected = () =>
  requestTelemetry()?.usesOtherSdk === true && otherServerSpan(context.active()) === undefined

const tracedServers = new WeakSet<object>()

/** Handles the request as the first of its listeners, because that span starts in a context without our values. */
function traceInListener(server: HttpServer | HttpsServer): void {
  if (tracedServers.has(server)) return
  tracedServers.add(server)
  server.prependListener('request', (req: IncomingMessage, res: ServerResponse) => {
    if (otherServerSpan(context.active()) !== undefined) traceRequest(req, res, () => {})
  })
}
