import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router'
import { dataSuffix } from '../router-paths.ts'
import { failedBefore, failureOf } from './failed-request.ts'
import { instrumentBuild } from './instrument-build.ts'
import { lastResortPage } from './last-resort.ts'
import { faultFor, type Mode, recordFault, shownFor } from './server-fault.ts'

/** Who sent a request, as `createRequestListener` of `@remix-run/node-fetch-server` says it. */
export interface ClientAddress {
  readonly address: string
  readonly family: 'IPv4' | 'IPv6'
  readonly port: number
}

export interface PageHandlerOptions {
  /** A function is asked at each request, as a development server needs it. */
  readonly build: ServerBuild | (() => ServerBuild | Promise<ServerBuild>)
  /** What it throws is recorded, and answered with the page of last resort. */
  readonly getLoadContext?: (
    request: Request,
    client: ClientAddress,
  ) => RouterContextProvider | Promise<RouterContextProvider>
  /** `development` lets the error's text and stack reach the browser. Default `production`. */
  readonly mode?: Mode
}

/**
 * React Router's request handler for an instrumented build, whose failures all end in a page with a digest: also those from
 * before React Router has the request, and those to which it answers nothing but a status.
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
      // a navigation has a screen to show it on: it gets the digest in the form that the router understands
      const failed = new RouterContextProvider()
      const fault = faultFor(error, recordFault(error, { outcome: 'unhandled' }), mode)
      failed.set(failedBefore, { fault })
      return failed
    }
  }

  return async (request: Request, client: ClientAddress): Promise<Response> => {
    try {
      const response = await handle(request, await openContext(request, client))
      const isBare = response.status >= 500 && response.body === null && request.method !== 'HEAD'
      const failure = isBare && !request.signal.aborted ? failureOf(request) : undefined
      return failure === undefined ? response : lastResort(failure.error, request)
    } catch (error) {
      if (request.signal.aborted) throw error
      return lastResort(error, request)
    }
  }
}

function lastResort(error: unknown, request: Request): Response {
  return lastResortPage(shownFor(recordFault(error, { outcome: 'unhandled' })), new URL(request.url).host)
}
