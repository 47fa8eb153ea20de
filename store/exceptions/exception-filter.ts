/** Filters of an exception list. */
export interface ExceptionFilter {
  /** '' for every service. */
  readonly service?: string
  /** Services whose exceptions are left out. */
  readonly hidden?: readonly string[]
  /** deployment.environment.name; '' for every one. */
  readonly environment?: string
  /** service.version; '' for every one. */
  readonly release?: string
  /** '' for every issue. */
  readonly issue?: string
  /** '' for every route. */
  readonly route?: string
  /** Browser or server, by the service name; '' for both. */
  readonly side?: '' | 'browser' | 'server'
  /** Part of type or message, in any case. '' for everything. */
  readonly text?: string
}

/** Parameters of every query of exception lists. */
export function exceptionFilterParams(filter: ExceptionFilter) {
  const { service = '', hidden = [], environment = '', release = '' } = filter
  const { issue = '', route = '', side = '', text = '' } = filter
  return { service, hidden, environment, release, issue, route, side, text }
}
