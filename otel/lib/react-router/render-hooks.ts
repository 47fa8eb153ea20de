import { context } from '@opentelemetry/api'
import { isRouteErrorResponse } from 'react-router'
import { currentTransaction, faultFor, isFault, type Mode, recordFault, shownFor } from './server-fault.ts'

/** What `renderToPipeableStream` is given. */
export interface RenderHooks {
  /**
   * For every error while rendering, before and after the shell. Returns the digest, which React puts into the page where a
   * boundary failed.
   */
  onError(error: unknown, info?: { readonly componentStack?: string | null | undefined }): string | undefined
  /** What to reject with when the shell failed, so that the error screen gets the digest. */
  onShellError(error: unknown): unknown
}

/**
 * Makes the hooks for one render; call it inside `handleRequest`, where the request's span is active.
 *
 * @param request Errors of a request whose visitor has gone are not recorded.
 */
export function renderHooks(request: Request, options: { readonly mode?: Mode } = {}): RenderHooks {
  const { mode = 'production' } = options
  const rendering = context.active()
  const transaction = currentTransaction(rendering)
  const record = (error: unknown, componentStack?: string | null) =>
    recordFault(error, {
      outcome: 'unhandled',
      context: rendering,
      // The shell's own span has ended by the time that what streams fails.
      span: transaction?.streaming,
      componentStack: componentStack ?? undefined,
    })

  return {
    onError(error, info) {
      if (request.signal.aborted || isFault(error) || isAnswer(error)) return undefined
      return record(error, info?.componentStack).digest || undefined
    },
    onShellError(error) {
      if (isFault(error) || isRouteErrorResponse(error) || error instanceof Response) return error
      return faultFor(error, shownFor(record(error)), mode)
    },
  }
}

/** A 404 and its like are answers to a wrong request; a 5xx that nobody has recorded yet is a failure. */
const isAnswer = (error: unknown) => isRouteErrorResponse(error) && error.status < 500
