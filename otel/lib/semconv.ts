/**
 * Names that `@opentelemetry/semantic-conventions` does not export as stable: our own, and unstable conventions copied
 * here with the version of the specification they were read from (1.44), so that an update never renames what is stored.
 */

// Ours. DESIGN: own names carry the prefix `errata.`.

/** Span id (16 hex digits) of the local root, on every span and log. */
export const ATTR_ERRATA_TRANSACTION_ID = 'errata.transaction.id'
/** Route pattern of the local root with a leading slash; `/404` when the 404 page is what the visitor got. */
export const ATTR_ERRATA_TRANSACTION_ROUTE = 'errata.transaction.route'
/** HTTP status of the local root, where it has one. */
export const ATTR_ERRATA_TRANSACTION_STATUS_CODE = 'errata.transaction.status_code'
/** The 10 characters that the visitor sees, on exception logs and failing spans. */
export const ATTR_ERRATA_ERROR_DIGEST = 'errata.error.digest'
/** Which issue an exception belongs to, where the sender knows better than the store. */
export const ATTR_ERRATA_ISSUE_FINGERPRINT = 'errata.issue.fingerprint'
/** JSON array of `{type, message, stacktrace}`, outermost first, at most 5. */
export const ATTR_ERRATA_EXCEPTION_CAUSES = 'errata.exception.causes'
/** React Router's id of the route module whose loader, action or middleware ran. */
export const ATTR_ERRATA_ROUTE_ID = 'errata.route.id'
/** Function name of a middleware, where it has one. */
export const ATTR_ERRATA_MIDDLEWARE_NAME = 'errata.middleware.name'
/** Place of a middleware in its route's list, from 0. */
export const ATTR_ERRATA_MIDDLEWARE_INDEX = 'errata.middleware.index'
/** React component stack of a render error. */
export const ATTR_ERRATA_COMPONENT_STACK = 'errata.react.component_stack'

// Unstable conventions, specification 1.44.

/** @see https://opentelemetry.io/docs/specs/semconv/registry/attributes/log/ */
export const ATTR_LOG_RECORD_UID = 'log.record.uid'
/** @see https://opentelemetry.io/docs/specs/semconv/registry/attributes/session/ */
export const ATTR_SESSION_ID = 'session.id'
/** @see https://opentelemetry.io/docs/specs/semconv/registry/attributes/user/ */
export const ATTR_USER_ID = 'user.id'
/** @see https://opentelemetry.io/docs/specs/semconv/resource/deployment-environment/ */
export const ATTR_DEPLOYMENT_ENVIRONMENT_NAME = 'deployment.environment.name'
/** Unhandled error of a server's request. @see https://opentelemetry.io/docs/specs/semconv/http/http-exceptions/ */
export const EVENT_HTTP_SERVER_REQUEST_EXCEPTION = 'http.server.request.exception'
/** An error seen by a global or unspecific handler. @see https://opentelemetry.io/docs/specs/semconv/exceptions/exceptions-logs/ */
export const EVENT_EXCEPTION = 'exception'
