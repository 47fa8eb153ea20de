import * as Sentry from '@sentry/react-router'

Sentry.init({
  dsn: `${location.origin.replace('//', '//key@')}/1`,
  tracesSampleRate: 1,
  integrations: [Sentry.reactRouterTracingIntegration()],
})
globalThis.hooks = [Sentry.sentryOnError, Sentry.reactErrorHandler]
