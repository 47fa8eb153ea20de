import { isRouteErrorResponse } from 'react-router'
import { isFault, isSanitised } from './server-fault.ts'
import { currentTraceId } from './trace-meta.tsx'

/** What an error screen may show. */
export interface ScreenError {
  /** Where the exception happened: the reader is referred to the server's log or to the browser's console. */
  readonly side: 'server' | 'client'
  /** HTTP status; 500 if the error has none. */
  readonly status: number
  /** Of a server error, if it could be transferred. */
  readonly digest?: string
  /** 32 hex digits; replaces a digest that could not be transferred. */
  readonly traceId?: string
  /** In development only. */
  readonly development?: { readonly message: string; readonly stack: string | undefined }
}

/** Reads what an error boundary caught, on the server, at hydration and after a navigation alike. */
export function readScreenError(error: unknown): ScreenError {
  if (isFault(error)) {
    const { digest, traceId, development } = error.data
    return {
      side: 'server',
      status: error.status,
      ...(digest !== '' && { digest }),
      ...(traceId !== undefined && { traceId }),
      ...(development !== undefined && { development }),
    }
  }
  if (isRouteErrorResponse(error)) return { side: 'server', status: error.status, ...currentTrace() }
  if (error instanceof Error && isSanitised(error)) {
    return { side: 'server', status: 500, ...currentTrace(), ...developmentOf(error) }
  }
  return { side: typeof document === 'undefined' ? 'server' : 'client', status: 500, ...currentTrace() }
}

/** A replaced error has a stack only in development: that of the original. */
function developmentOf({ stack }: Error): Pick<ScreenError, 'development'> {
  return stack === undefined ? {} : { development: { message: stack.split('\n', 1).join(), stack } }
}

function currentTrace(): { traceId?: string } {
  const traceId = currentTraceId()
  return traceId === undefined ? {} : { traceId }
}
