import { type ExceptionSource, nowMs, type Recorder, timeOrigin } from './recorder.ts'

declare global {
  interface Window {
    /** Set by the head snippet: events with the `performance.now()` of their arrival. */
    __errata?: { readonly events: readonly (readonly [Event, number])[]; off(): void }
  }
}

/** React's information about a component that threw; the same in all its versions and in React Router. */
export interface ComponentInfo {
  readonly componentStack?: string | null | undefined
}

/** Options of `<HydratedRouter onError>` and `hydrateRoot`. */
export interface ErrorHooks {
  onError(thrown: unknown, info?: { readonly errorInfo?: ComponentInfo | undefined }): void
  /** Empty if telemetry could not start: React's own handlers then apply. */
  readonly rootOptions: {
    onCaughtError?(thrown: unknown, info: ComponentInfo): void
    onUncaughtError?(thrown: unknown, info: ComponentInfo): void
    onRecoverableError?(thrown: unknown, info: ComponentInfo): void
  }
}

/** Listens to uncaught errors, and creates the hooks for React and its router. React's own console messages stay. */
export function hookErrors(recorder: Recorder): ErrorHooks {
  const onErrorEvent = recorder.guard((event: Event, atMs: number = nowMs()) =>
    recorder.emit({ type: 'error', event, parent: recorder.parent() ?? recorder.page, atMs }),
  )
  // Errors that the snippet in the document's head has caught.
  const early = window.__errata
  early?.off()
  for (const [event, at] of early?.events ?? []) onErrorEvent(event, timeOrigin + at)
  // Capturing, because a resource that fails to load does not bubble.
  for (const type of ['error', 'unhandledrejection']) window.addEventListener(type, onErrorEvent, true)

  const report = recorder.guard((thrown: unknown, source: ExceptionSource, info?: ComponentInfo) =>
    recorder.emit({
      type: 'exception',
      thrown,
      source,
      componentStack: info?.componentStack,
      parent: recorder.parent() ?? recorder.page,
      atMs: nowMs(),
    }),
  )
  // Errors that the app handles itself; the resulting event looks like that of an uncaught error.
  const { reportError } = window
  window.reportError = thrown => {
    report(thrown, 'reportError')
    reportError(thrown)
  }
  return {
    onError: (thrown, info) => report(thrown, 'react-router', info?.errorInfo),
    rootOptions: {
      onCaughtError(thrown, info) {
        report(thrown, 'react.caught', info)
        console.error(thrown)
      },
      onUncaughtError(thrown, info) {
        report(thrown, 'react.uncaught', info)
        reportError(thrown)
      },
      onRecoverableError(thrown, info) {
        report(thrown, 'react.recoverable', info)
        reportError(thrown)
      },
    },
  }
}
