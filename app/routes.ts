import { index, layout, prefix, type RouteConfig, route } from '@react-router/dev/routes'

export default [
  index('routes/overview/overview.tsx'),

  route('issues', 'routes/issues/issues.tsx'),
  route('issues/:issue', 'routes/issues/issue.tsx'),
  route('issues/:issue/text', 'routes/issues/issue-text.ts'),
  route('grouping', 'routes/grouping/grouping.tsx'),

  route('exceptions', 'routes/exceptions/exceptions.tsx'),
  route('exceptions/:id', 'routes/exceptions/exception.ts'),
  route('exceptions/:id/text', 'routes/exceptions/exception-text.ts'),
  route('digest/:digest', 'routes/digest/digest.tsx'),
  route('e/:digest', 'routes/visitor/visitor.ts'),
  route('find', 'routes/digest/find.ts'),

  route('traces', 'routes/traces/traces.tsx'),
  route('traces/sql', 'routes/traces/spans-sql.ts'),
  route('traces/:traceId', 'routes/traces/trace.tsx'),
  route('traces/:traceId/logs/:record', 'routes/traces/log-text.ts'),
  route('traces/:traceId/spans/:span', 'routes/traces/span-text.ts'),

  route('search', 'routes/search/syntax.tsx'),
  route('search/values', 'routes/search/values.ts'),
  route('search-progress', 'routes/search/search-progress.ts'),
  route('saved-searches', 'routes/search/saved-searches.ts'),
  route('logs', 'routes/logs/logs.tsx'),
  route('logs/sql', 'routes/logs/logs-sql.ts'),

  route('services', 'routes/services/services.tsx'),
  route('services/:service', 'routes/services/service.tsx'),

  route('noise', 'routes/noise/noise.tsx'),
  route('noise/:rule', 'routes/noise/rule.tsx'),
  route('vitals', 'routes/vitals/vitals.tsx'),
  route('sessions', 'routes/sessions/sessions.tsx'),
  route('sessions/:sessionId', 'routes/sessions/session.tsx'),
  route('releases', 'routes/releases/releases.tsx'),
  route('releases/:release', 'routes/releases/release.tsx'),
  route('users/:userId', 'routes/sessions/user.tsx'),

  route('status', 'routes/status/status.tsx'),
  route('theme', 'routes/theme/theme.ts'),
  route('no-scripts', 'routes/no-scripts/no-scripts.ts'),

  layout('routes/lab/require-lab.tsx', [
    route('lab', 'routes/lab/lab.tsx'),
    route('lab/parts', 'routes/lab/parts/parts.tsx'),
    layout(
      'routes/lab/fail/require-same-origin.tsx',
      prefix('lab/fail', [
        route('loader', 'routes/lab/fail/loader.tsx'),
        route('action', 'routes/lab/fail/action.tsx'),
        route('middleware', 'routes/lab/fail/middleware.tsx'),
        route('render', 'routes/lab/fail/render.tsx'),
        route('after-shell', 'routes/lab/fail/after-shell.tsx'),
        route('deferred-early', 'routes/lab/fail/slow-parent.tsx', [index('routes/lab/fail/deferred-early.tsx')]),
        route('deferred-late', 'routes/lab/fail/deferred-late.tsx'),
        route('thrown-response', 'routes/lab/fail/thrown-response.tsx'),
        route('fetcher', 'routes/lab/fail/fetcher.tsx'),
        route('error-screen', 'routes/lab/fail/error-screen.tsx'),
        route('before-render', 'routes/lab/fail/before-render.tsx'),
        route('store-away', 'routes/lab/fail/store-away.tsx'),
        route('client-render', 'routes/lab/fail/client-render.tsx'),
        route('client-event', 'routes/lab/fail/client-event.tsx'),
        route('client-rejection', 'routes/lab/fail/client-rejection.tsx'),
        route('hydration', 'routes/lab/fail/hydration.tsx'),
        route('chunk', 'routes/lab/fail/chunk.tsx'),
      ]),
    ),
  ]),

  route('livez', 'routes/health/livez.ts'),
  route('readyz', 'routes/health/readyz.ts'),
  route('ingested/:traceId', 'routes/health/ingested.ts'),

  route('*', 'routes/not-found.tsx'),
] satisfies RouteConfig
