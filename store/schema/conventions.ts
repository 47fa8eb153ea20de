import { ESCAPED_LOG_MESSAGE, LOG_MESSAGE } from './log-message.ts'

/** The name of an attribute that tells something. */
export interface AttributeName {
  readonly name: string
  /** Whose attribute it is. @default the span's, log record's or exception's own */
  readonly of?: 'resource'
  /** The version of OpenTelemetry's semantic conventions that gave it this name; undefined for the first name. */
  readonly since?: string
}

/** Something that telemetry tells by an attribute, which has had several names. */
export interface Convention {
  readonly meaning: string
  /** The newest name first: the first that has a value counts. */
  readonly names: readonly AttributeName[]
}

/**
 * The meanings that Errata reads in attributes, each with all of its names. Columns and queries, and with them pages, search, facets and groups, are made of
 * it; the attributes themselves stay as they were sent. Names from `errata.` are those of otel/SIGNALS.md.
 *
 * @see https://opentelemetry.io/docs/specs/semconv/ and its schemas/ for the versions
 */
export const CONVENTIONS = {
  environment: {
    meaning: 'deployment environment',
    names: [
      { name: 'deployment.environment.name', of: 'resource', since: '1.27.0' },
      { name: 'deployment.environment', of: 'resource' },
    ],
  },
  release: { meaning: 'version of the service', names: [{ name: 'service.version', of: 'resource' }] },
  instance: { meaning: 'instance of the service', names: [{ name: 'service.instance.id', of: 'resource' }] },
  user: {
    meaning: 'id of the user',
    names: [{ name: 'user.id', since: '1.26.0' }, { name: 'enduser.id' }],
  },
  session: { meaning: 'id of the session', names: [{ name: 'session.id' }] },
  browser: {
    meaning: 'User-Agent of the visitor',
    names: [
      { name: 'user_agent.original', of: 'resource', since: '1.19.0' },
      { name: 'user_agent.original', since: '1.19.0' },
      { name: 'browser.user_agent', of: 'resource' },
      { name: 'http.user_agent' },
    ],
  },
  route: {
    meaning: 'route of the request',
    names: [{ name: 'errata.transaction.route' }, { name: 'http.route' }],
  },
  status: {
    meaning: 'HTTP status',
    names: [{ name: 'http.response.status_code', since: '1.21.0' }, { name: 'http.status_code' }],
  },
  method: {
    meaning: 'HTTP method',
    names: [{ name: 'http.request.method', since: '1.21.0' }, { name: 'http.method' }],
  },
  url: {
    meaning: 'whole URL of the request',
    names: [{ name: 'url.full', since: '1.21.0' }, { name: 'http.url' }],
  },
  path: {
    meaning: 'path of the request; by its older name with the query',
    names: [{ name: 'url.path', since: '1.21.0' }, { name: 'http.target' }],
  },
  host: {
    meaning: 'host that is called',
    names: [{ name: 'server.address', since: '1.21.0' }, { name: 'net.peer.name' }, { name: 'http.host' }],
  },
  peer: {
    meaning: 'service that is called',
    names: [{ name: 'service.peer.name', since: '1.39.0' }, { name: 'peer.service' }],
  },
  dbSystem: {
    meaning: 'database system',
    names: [{ name: 'db.system.name', since: '1.30.0' }, { name: 'db.system' }],
  },
  dbNamespace: {
    meaning: 'database',
    names: [{ name: 'db.namespace', since: '1.25.0' }, { name: 'db.name' }],
  },
  dbStatement: {
    meaning: 'database statement',
    names: [{ name: 'db.query.text', since: '1.25.0' }, { name: 'db.statement' }],
  },
  messagingSystem: { meaning: 'messaging system', names: [{ name: 'messaging.system' }] },
  destination: {
    meaning: 'queue or topic',
    names: [
      { name: 'messaging.destination.name', since: '1.17.0' },
      { name: 'messaging.source.name', since: '1.17.0' },
      { name: 'messaging.destination' },
    ],
  },
  destinationTemplate: {
    meaning: 'queue or topic without the ids in its name',
    names: [
      { name: 'messaging.destination.template', since: '1.17.0' },
      { name: 'messaging.source.template', since: '1.17.0' },
    ],
  },
  messagingOperation: {
    meaning: 'what is done with a message; by its older names publish and deliver',
    names: [
      { name: 'messaging.operation.type', since: '1.26.0' },
      { name: 'messaging.operation.name', since: '1.26.0' },
      { name: 'messaging.operation' },
    ],
  },
  rpcService: { meaning: 'service of a remote procedure call', names: [{ name: 'rpc.service' }] },
  rpcMethod: {
    meaning: 'method of a remote procedure call; since 1.39.0 with its service',
    names: [{ name: 'rpc.method' }],
  },
  rpcStatus: {
    meaning: 'status of a remote procedure call, as a name or a number',
    names: [{ name: 'rpc.response.status_code', since: '1.39.0' }, { name: 'rpc.grpc.status_code' }],
  },
  graphqlType: { meaning: 'query, mutation or subscription', names: [{ name: 'graphql.operation.type' }] },
  graphqlName: { meaning: 'name of a GraphQL operation', names: [{ name: 'graphql.operation.name' }] },
  graphqlErrors: {
    meaning: 'number of errors in the answer of a GraphQL server',
    names: [{ name: 'graphql.errors.count' }, { name: 'graphql.error.count' }],
  },
  faasName: {
    meaning: 'cloud function',
    names: [{ name: 'faas.name', of: 'resource' }, { name: 'faas.name' }],
  },
  faasTrigger: { meaning: 'what started a cloud function', names: [{ name: 'faas.trigger' }] },
  codeFunction: {
    meaning: 'function that the span is about; since 1.30.0 with its namespace',
    names: [{ name: 'code.function.name', since: '1.30.0' }, { name: 'code.function' }],
  },
  codeNamespace: { meaning: 'namespace of that function', names: [{ name: 'code.namespace' }] },
  originalTime: {
    meaning: "the sender's time of what the Collector or the relay moved, Unix nanoseconds",
    names: [{ name: 'errata.clock.original' }, { name: 'errata.clock.browser' }],
  },
} as const satisfies Readonly<Record<string, Convention>>

export type Meaning = keyof typeof CONVENTIONS

/** Further names by meaning, which an operator knows; they count after the others. */
export type FurtherNames = Readonly<Partial<Record<Meaning, readonly AttributeName[]>>>

/** The prefix of a placeholder's name, by the map that has the row's own attributes. */
const PREFIXES = { SpanAttributes: 'span_', LogAttributes: 'log_', Attributes: '' }

/**
 * The SQL of each meaning, by the name of its placeholder: `span_user` of a span, `log_user` of a log record, `user` where the row's own
 * attributes are called Attributes. `span_called_host` is the host of a call, also by its URL, or the service of a remote procedure call;
 * `unhandled` tells of an exception that nobody handled it, `is_browser` of any row with the attributes of a resource that a browser sent it. `log_message` is the text of a log record, also of a JSON body.
 */
export function writeConventions(further: FurtherNames = {}): ReadonlyMap<string, string> {
  const told = new Map(
    Object.entries<Convention>(CONVENTIONS).flatMap(([meaning, { names }]) =>
      Object.entries(PREFIXES).map(([own, prefix]) => {
        const known = [...names, ...(further[meaning as Meaning] ?? [])]
        const name = prefix + meaning.replaceAll(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)
        return [name, writeFirstOf(known, own)] as const
      }),
    ),
  )
  const [host, url, service, method] = ['host', 'url', 'rpc_service', 'rpc_method'].map(name =>
    told.get(`span_${name}`),
  )
  const rpcService = `coalesce(nullIf(${service}, ''), extract(${method}, '^(.+)/'))`
  return told
    .set('span_called_host', `firstNonDefault(${host}, domain(${url}), ${rpcService})`)
    .set('unhandled', UNHANDLED)
    .set('is_browser', IS_BROWSER)
    .set('log_message', LOG_MESSAGE)
    .set('escaped_log_message', ESCAPED_LOG_MESSAGE)
}

/** Inserts the SQL of meanings into a query, in place of their names; other placeholders stay. */
export function insertConventions(sql: string, told: ReadonlyMap<string, string>): string {
  return sql.replaceAll(/\{\{(\w+)\}\}/g, (placeholder, name: string) => told.get(name) ?? placeholder)
}

/** The condition that nobody handled an exception, and that it is the app's. */
const UNHANDLED = `(Attributes['errata.exception.source'] NOT IN ('reportError', 'react.recoverable', 'resource', 'csp')
  AND Attributes['errata.exception.origin'] != 'browser_extension')`

/**
 * The SDK tells its language, and where it does not, the browser is described; of what came through a relay the Collector sets the language.
 *
 * @see https://opentelemetry.io/docs/specs/semconv/resource/#telemetry-sdk
 * @see https://opentelemetry.io/docs/specs/semconv/resource/browser/
 */
const IS_BROWSER = `if(ResourceAttributes['telemetry.sdk.language'] != '', ResourceAttributes['telemetry.sdk.language'] = 'webjs',
  arrayExists(key -> startsWith(key, 'browser.'), mapKeys(ResourceAttributes)))`

/** The first value that is not empty. */
function writeFirstOf(names: readonly AttributeName[], own: string): string {
  const values = names.map(({ name, of }) => `${of === 'resource' ? 'ResourceAttributes' : own}[${quote(name)}]`)
  const last = values.pop() ?? "''"
  return values.length === 0 ? last : `firstNonDefault(${[...values, last].join(', ')})`
}

const quote = (text: string) => `'${text.replaceAll(/[\\']/g, '\\$&')}'`

/**
 * Reads what a row tells by its attributes.
 *
 * @param row.resource Attributes of its resource.
 * @returns '' if it does not tell.
 */
export function readConvention(
  meaning: Meaning,
  row: { readonly attributes?: Attributes; readonly resource?: Attributes },
): string {
  const { names }: Convention = CONVENTIONS[meaning]
  return names.map(({ name, of }) => (of === 'resource' ? row.resource : row.attributes)?.[name]).find(Boolean) ?? ''
}

type Attributes = Readonly<Record<string, string>>
