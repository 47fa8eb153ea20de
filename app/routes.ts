import { index, layout, prefix, type RouteConfig, route } from '@react-router/dev/routes'

export default [
  index('pages/overview/overview.tsx'),

  route('issues', 'pages/issues/issues.tsx'),
  route('issues/:issue', 'pages/issue/issue.tsx'),
  route('issues/:issue/text', 'pages/issue/issue-text.ts'),
  route('grouping', 'pages/grouping/grouping.tsx'),

  route('exceptions', 'pages/exceptions/exceptions.tsx'),
  route('exceptions/:id', 'pages/exceptions/exception.ts'),
  route('exceptions/:id/text', 'pages/exceptions/exception-text.ts'),
  route('digest/:digest', 'pages/digest/digest.tsx'),
  route('e/:digest', 'pages/visitor/visitor.ts'),
  route('find', 'pages/digest/find.ts'),

  route('traces', 'pages/traces/traces.tsx'),
  route('traces/sql', 'pages/traces/spans-sql.ts'),
  route('traces/:traceId', 'pages/trace/trace.tsx'),
  route('traces/:traceId/logs/:record', 'pages/trace/log-text.ts'),
  route('traces/:traceId/spans/:span', 'pages/trace/span-text.ts'),

  route('search', 'pages/search/syntax.tsx'),
  route('search/values', 'pages/search/values.ts'),
  route('search-progress', 'pages/search/search-progress.ts'),
  route('saved-searches', 'pages/search/saved-searches.ts'),
  route('logs', 'pages/logs/logs.tsx'),
  route('logs/sql', 'pages/logs/logs-sql.ts'),

  route('services', 'pages/services/services.tsx'),
  route('services/:service', 'pages/services/service.tsx'),
  route('services/:service/telemetry', 'pages/services/telemetry.tsx'),

  route('noise', 'pages/noise/noise.tsx'),
  route('noise/:rule', 'pages/noise/rule.tsx'),
  route('vitals', 'pages/vitals/vitals.tsx'),
  route('sessions', 'pages/sessions/sessions.tsx'),
  route('sessions/:sessionId', 'pages/sessions/session.tsx'),
  route('releases', 'pages/releases/releases.tsx'),
  route('releases/:release', 'pages/releases/release.tsx'),
  route('users/:userId', 'pages/sessions/user.tsx'),

  route('status', 'pages/status/status.tsx'),
  route('theme', 'pages/theme/theme.ts'),
  route('time-zone', 'pages/time-zone/time-zone.ts'),
  route('no-scripts', 'pages/no-scripts/no-scripts.ts'),

  route('sign-in', 'pages/sign-in/sign-in.tsx'),
  route('sign-in/callback', 'pages/sign-in/callback.ts'),
  route('sign-out', 'pages/sign-in/sign-out.ts'),
  route('invitation', 'pages/sign-in/invitation.tsx'),
  route('account', 'pages/account/account.tsx'),
  route('settings/people', 'pages/settings/people.tsx'),
  route('settings/tokens', 'pages/settings/tokens.tsx'),
  route('settings/audit', 'pages/settings/audit.tsx'),

  layout('pages/lab/require-lab.tsx', [
    route('lab', 'pages/lab/lab.tsx'),
    route('lab/parts', 'pages/lab/parts/parts.tsx'),
    layout(
      'pages/lab/fail/require-same-origin.tsx',
      prefix('lab/fail', [
        route('loader', 'pages/lab/fail/loader.tsx'),
        route('action', 'pages/lab/fail/action.tsx'),
        route('middleware', 'pages/lab/fail/middleware.tsx'),
        route('render', 'pages/lab/fail/render.tsx'),
        route('after-shell', 'pages/lab/fail/after-shell.tsx'),
        route('deferred-early', 'pages/lab/fail/slow-parent.tsx', [index('pages/lab/fail/deferred-early.tsx')]),
        route('deferred-late', 'pages/lab/fail/deferred-late.tsx'),
        route('thrown-response', 'pages/lab/fail/thrown-response.tsx'),
        route('fetcher', 'pages/lab/fail/fetcher.tsx'),
        route('error-screen', 'pages/lab/fail/error-screen.tsx'),
        route('before-render', 'pages/lab/fail/before-render.tsx'),
        route('store-away', 'pages/lab/fail/store-away.tsx'),
        route('client-render', 'pages/lab/fail/client-render.tsx'),
        route('client-event', 'pages/lab/fail/client-event.tsx'),
        route('client-rejection', 'pages/lab/fail/client-rejection.tsx'),
        route('hydration', 'pages/lab/fail/hydration.tsx'),
        route('chunk', 'pages/lab/fail/chunk.tsx'),
      ]),
    ),
  ]),

  route('api/v1/*', 'pages/api/api.ts'),
  route('curl/:list', 'pages/api/curl.ts'),

  route('livez', 'pages/health/livez.ts'),
  route('readyz', 'pages/health/readyz.ts'),
  route('ingested/:traceId', 'pages/health/ingested.ts'),

  route('*', 'pages/not-found/not-found.tsx'),
] satisfies RouteConfig
