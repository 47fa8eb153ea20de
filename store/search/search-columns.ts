/** SQL expressions for the keys of a subject. */
export interface SearchColumns {
  /** The map of the span's or record's own attributes. */
  readonly own: string
  /** Text keys. */
  readonly texts: Readonly<Record<string, string>>
  /** Columns that free text is searched in. */
  readonly searched: readonly string[]
}

/** The first non-empty value of some attributes. */
const firstOf = (map: string, ...names: string[]): string => {
  const [last = '', ...others] = names.toReversed().map(name => `${map}['${name}']`)
  return others.reduce((rest, one) => `if(${one} != '', ${one}, ${rest})`, last)
}

const RESOURCE = {
  service: 'ServiceName',
  environment: firstOf('ResourceAttributes', 'deployment.environment.name', 'deployment.environment'),
  release: "ResourceAttributes['service.version']",
  trace: 'TraceId',
  span: 'SpanId',
  scope: 'ScopeName',
}

const STATEMENT = firstOf('SpanAttributes', 'db.query.text', 'db.statement')

export const SPAN_COLUMNS: SearchColumns = {
  own: 'SpanAttributes',
  texts: {
    ...RESOURCE,
    route: 'Route',
    session: 'SessionId',
    user: "SpanAttributes['user.id']",
    name: 'SpanName',
    parent: 'ParentSpanId',
    method: firstOf('SpanAttributes', 'http.request.method', 'http.method'),
    url: firstOf('SpanAttributes', 'url.full', 'http.url', 'url.path', 'http.target'),
    db: firstOf('SpanAttributes', 'db.system.name', 'db.system'),
    statement: STATEMENT,
    message: 'StatusMessage',
  },
  searched: ['SpanName', 'Route', 'StatusMessage', STATEMENT],
}

export const LOG_COLUMNS: SearchColumns = {
  own: 'LogAttributes',
  texts: {
    ...RESOURCE,
    route: firstOf('LogAttributes', 'errata.transaction.route', 'http.route'),
    session: "LogAttributes['session.id']",
    user: "LogAttributes['user.id']",
    body: 'Body',
    event: 'EventName',
  },
  searched: ['Body', "LogAttributes['exception.message']"],
}
