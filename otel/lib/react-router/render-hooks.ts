import { context } from '@opentelemetry/api'
import { isRouteErrorResponse } from 'react-router'
import { currentTransaction, faultFor, isFault, type Mode, recordFault, withDigestOfRequest } from './server-fault.ts'

/** Options of `renderToPipeableStream`. */
export interface RenderHooks {
  /**
   * For every error while rendering, before and after the shell. Returns the digest, which React writes into the page if a boundary failed.
   */
  onError(error: unknown, info?: { readonly componentStack?: string | null | undefined }): string | undefined
  /** The error to reject with if the shell failed, so that the error screen gets the digest. */
  onShellError(error: unknown): unknown
}

/**
 * Creates the hooks for one render; call it within `handleRequest`, where the request's span is active.
 *
 * @param request Errors are not recorded if its visitor has left.
 */
export function renderHooks(request: Request, options: { readonly mode?: Mode } = {}): RenderHooks {
  const { mode = 'production' } = options
  const rendering = context.active()
  const transaction = currentTransaction(rendering)
  const record = (error: unknown, componentStack?: string | null) =>
    recordFault(error, {
      outcome: 'unhandled',
      context: rendering,
      // The shell's own span has ended when streamed content fails.
      span: transaction?.streaming,
      componentStack: componentStack ?? undefined,
    })

  return {
    onError(error, info) {
      if (request.signal.aborted || isFault(error) || isClientFaultResponse(error)) return undefined
      return record(error, info?.componentStack).digest || undefined
    },
    onShellError(error) {
      if (isFault(error) || isRouteErrorResponse(error) || error instanceof Response) return error
      return faultFor(error, withDigestOfRequest(record(error)), mode)
    },
  }
}

/** A 404 and the like are responses to an invalid request; an unrecorded 5xx is a failure. */
const isClientFaultResponse = (error: unknown) => isRouteErrorResponse(error) && error.status < 500
