export interface BrowserOptions {
  /** Path or URL below which `/v1/traces` and `/v1/logs` take OTLP/JSON. Default `/otlp`. */
  readonly endpoint?: string
  /** `service.name` for an endpoint that does not set it itself, as the relay does. Default `browser`. */
  readonly serviceName?: string
  /** `service.version`. Default: what the Vite plugin was given. */
  readonly release?: string
  /** `deployment.environment.name`. Unset by default. */
  readonly environment?: string
  /** Other origins, as `https://api.example.com`, whose requests are traced and get a `traceparent` header. None by default. */
  readonly traceOrigins?: readonly string[]
  /** Query parameters whose values may be stored. None by default. */
  readonly allowedParams?: readonly string[]
  /** 0 to 1: which part of the traces is kept, by trace id, as the server decides it. Logs are always kept. Default 1. */
  readonly sampleRatio?: number
  /** `user.id` of whatever is sent from now on; asked for each record. None by default. */
  readonly user?: () => string | undefined
  /**
   * False, or a throw: no `user.id`, no `user_agent.original`, and nothing is kept in the browser's storage. Asked again for
   * all that is sent. Default: true.
   */
  readonly consent?: () => boolean
  /**
   * Sees each span and log last; may change its attributes; false keeps it from being sent. So does a throw, which is counted.
   * Default: all are sent.
   */
  readonly beforeSend?: (record: OutgoingRecord) => boolean
  /**
   * Whether the console says in which trace a client-side exception lies. Default: true, because error screens send the reader
   * there.
   */
  readonly consoleErrors?: boolean
}

/** What `beforeSend` sees. */
export interface OutgoingRecord {
  readonly signal: 'span' | 'log'
  /** Of a span its name, of a log its event name. */
  readonly name: string
  readonly attributes: Record<string, unknown>
}
