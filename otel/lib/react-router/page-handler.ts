import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router'
import { dataSuffix } from '../router-paths.ts'
import { failureOf, loadContextFailure } from './failed-request.ts'
import { instrumentBuild } from './instrument-build.ts'
import { lastResortPage } from './last-resort.ts'
import { faultFor, type Mode, recordFault, withDigestOfRequest } from './server-fault.ts'

/** The sender of a request, from `createRequestListener` of `@remix-run/node-fetch-server`. */
export interface ClientAddress {
  readonly address: string
  readonly family: 'IPv4' | 'IPv6'
  readonly port: number
}

export interface PageHandlerOptions {
  /** A function is called for each request, as a development server needs. */
  readonly build: ServerBuild | (() => ServerBuild | Promise<ServerBuild>)
  /** If it throws, the error is recorded and the response is the page of last resort. */
  readonly getLoadContext?: (
    request: Request,
    client: ClientAddress,
  ) => RouterContextProvider | Promise<RouterContextProvider>
  /** `development` shows the error's message and stack in the browser. Default `production`. */
  readonly mode?: Mode
}

/**
 * React Router's request handler for an instrumented build. All failures end in a page with a digest, including those before React Router
 * gets the request, and those that it answers with only a status.
 */
export function pageHandler(options: PageHandlerOptions) {
  const { build, getLoadContext, mode = 'production' } = options
  const handle = createRequestHandler(
    typeof build === 'function'
      ? async () => instrumentBuild(await build(), { mode })
      : instrumentBuild(build, { mode }),
    mode,
  )

  async function openContext(request: Request, client: ClientAddress): Promise<RouterContextProvider | undefined> {
    try {
      return await getLoadContext?.(request, client)
    } catch (error) {
      const { pathname } = new URL(request.url)
      if (request.signal.aborted || !pathname.endsWith(dataSuffix)) throw error
      // A navigation can show it on a screen: it gets the digest in the router's format.
      const failed = new RouterContextProvider()
      const fault = faultFor(error, recordFault(error, { outcome: 'unhandled' }), mode)
      failed.set(loadContextFailure, { fault })
      return failed
    }
  }

  return async (request: Request, client: ClientAddress): Promise<Response> => {
    try {
      const response = await handle(request, await openContext(request, client))
      const isBare = response.status >= 500 && response.body === null && request.method !== 'HEAD'
      const failure = isBare && !request.signal.aborted ? failureOf(request) : undefined
      return failure === undefined ? response : recordAndRespond(failure.error, request)
    } catch (error) {
      if (request.signal.aborted) throw error
      return recordAndRespond(error, request)
    }
  }
}

function recordAndRespond(error: unknown, request: Request): Response {
  const { host, pathname } = new URL(request.url)
  return lastResortPage(withDigestOfRequest(recordFault(error, { outcome: 'unhandled' })), host, pathname)
}
