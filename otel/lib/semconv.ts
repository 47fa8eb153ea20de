/**
 * Names that `@opentelemetry/semantic-conventions` does not export as stable: our own, and unstable conventions copied here from version
 * 1.44 of the specification, so that an update never renames stored attributes.
 *
 * The browser half writes them out, because a bundler does not inline constants of another module, which costs 0.26 KB; semconv.test.ts
 * compares it with this list.
 */

// Our own names have the prefix `errata.`.

/** Span id (16 hex digits) of the local root, on every span and log. */
export const ATTR_ERRATA_TRANSACTION_ID = 'errata.transaction.id'
/** Route pattern of the local root with a leading slash; `/404` if the visitor got the 404 page. */
export const ATTR_ERRATA_TRANSACTION_ROUTE = 'errata.transaction.route'
/** HTTP status of the local root, if it has one. */
export const ATTR_ERRATA_TRANSACTION_STATUS_CODE = 'errata.transaction.status_code'
/** The 10 characters that the visitor sees, on exception logs and failing spans. */
export const ATTR_ERRATA_ERROR_DIGEST = 'errata.error.digest'
/** The issue of an exception, if the sender sets it. */
export const ATTR_ERRATA_ISSUE_FINGERPRINT = 'errata.issue.fingerprint'
/** JSON array of `{type, message, stacktrace}`, outermost first, at most 5. */
export const ATTR_ERRATA_EXCEPTION_CAUSES = 'errata.exception.causes'
/** React Router's id of the route module whose loader, action or middleware ran. */
export const ATTR_ERRATA_ROUTE_ID = 'errata.route.id'
/** Function name of a middleware, if it has one. */
export const ATTR_ERRATA_MIDDLEWARE_NAME = 'errata.middleware.name'
/** Index of a middleware in its route's list, from 0. */
export const ATTR_ERRATA_MIDDLEWARE_INDEX = 'errata.middleware.index'
/** React component stack of a render error. */
export const ATTR_ERRATA_COMPONENT_STACK = 'errata.react.component_stack'
/** As the browser reported it, if the other is mapped. */
export const ATTR_ERRATA_COMPONENT_STACK_RAW = 'errata.react.component_stack_raw'
/** Whether a stack is mapped to sources: `yes`, `part` or `no`. */
export const ATTR_ERRATA_STACK_MAPPED = 'errata.stack.mapped'
/** Why not all of it is mapped: `no_map`, `foreign`, `deadline`, `budget`, `failed`. */
export const ATTR_ERRATA_STACK_UNMAPPED_REASON = 'errata.stack.unmapped_reason'
/** The original stack, if `exception.stacktrace` is mapped. */
export const ATTR_ERRATA_STACK_RAW = 'errata.stack.raw'
/** JSON, for each frame of `exception.stacktrace`: null, or `{file, line, column, function, context: {before, line, after}}`. */
export const ATTR_ERRATA_STACK_CONTEXT = 'errata.stack.context'

/** How a browser's exception was caught, such as `window.error`. */
export const ATTR_ERRATA_EXCEPTION_SOURCE = 'errata.exception.source'
/** The number of further occurrences of the same error in the page that have no records of their own. */
export const ATTR_ERRATA_EXCEPTION_REPEATS = 'errata.exception.repeats'
/** `browser_extension` if an exception in a browser is an extension's; set by the relay. */
export const ATTR_ERRATA_EXCEPTION_ORIGIN = 'errata.exception.origin'
/** The time of a record by the browser's clock, Unix nanoseconds, if that is wrong and the relay has moved it. */
export const ATTR_ERRATA_CLOCK_BROWSER = 'errata.clock.browser'
/** JSON array of the visitor's actions before an exception, oldest first, at most 20. */
export const ATTR_ERRATA_USER_ACTIONS = 'errata.user_actions'
/** `enforce` or `report`. */
export const ATTR_ERRATA_CSP_DISPOSITION = 'errata.csp.disposition'
/** Where the content security policy was violated. */
export const ATTR_ERRATA_CSP_SOURCE_FILE = 'errata.csp.source_file'
/** `rage`, `dead` or `error`. */
export const ATTR_ERRATA_CLICK_KIND = 'errata.click.kind'
/** The element, such as `button#buy.primary`. */
export const ATTR_ERRATA_CLICK_TARGET = 'errata.click.target'
/** True for an interrupted span, because the page was left or something else replaced it. */
export const ATTR_ERRATA_INCOMPLETE = 'errata.incomplete'
/** How many redirects a navigation followed; missing for none. */
export const ATTR_ERRATA_NAVIGATION_REDIRECTS = 'errata.navigation.redirects'
/** `visible` or `hidden`; the event of the same name reports changes. */
export const ATTR_ERRATA_PAGE_VISIBILITY = 'errata.page.visibility'
export const EVENT_ERRATA_PAGE_VISIBILITY = 'errata.page.visibility'
/** A frame that blocked the page. Durations in milliseconds. */
export const EVENT_ERRATA_LONG_ANIMATION_FRAME = 'errata.long_animation_frame'
export const ATTR_ERRATA_LONG_ANIMATION_FRAME_DURATION = 'errata.long_animation_frame.duration'
export const ATTR_ERRATA_LONG_ANIMATION_FRAME_BLOCKING_DURATION = 'errata.long_animation_frame.blocking_duration'
/** Of the longest script, as are the others. */
export const ATTR_ERRATA_LONG_ANIMATION_FRAME_SCRIPT_DURATION = 'errata.long_animation_frame.script_duration'
export const ATTR_ERRATA_LONG_ANIMATION_FRAME_SCRIPT_URL = 'errata.long_animation_frame.script_url'
export const ATTR_ERRATA_LONG_ANIMATION_FRAME_FUNCTION = 'errata.long_animation_frame.function'
export const ATTR_ERRATA_LONG_ANIMATION_FRAME_INVOKER_TYPE = 'errata.long_animation_frame.invoker_type'
/** Attribution of a vital, such as `errata.web_vital.input_delay`. */
export const ATTR_PREFIX_ERRATA_WEB_VITAL = 'errata.web_vital.'
/** How many records a browser dropped, and why. */
export const EVENT_ERRATA_TELEMETRY_DROPPED = 'errata.telemetry.dropped'
/** How many spans a browser sent before their route and status were known. */
export const EVENT_ERRATA_TELEMETRY_UNSTAMPED = 'errata.telemetry.unstamped'
export const ATTR_ERRATA_TELEMETRY_SIGNAL = 'errata.telemetry.signal'
export const ATTR_ERRATA_TELEMETRY_COUNT = 'errata.telemetry.count'
export const ATTR_ERRATA_TELEMETRY_REASON = 'errata.telemetry.reason'

/** The 404 page's route, whatever URL was requested: the fourth drop rule recognises it. */
export const NOT_FOUND_ROUTE = '/404'

// Unstable conventions, specification 1.44.

/** @see https://opentelemetry.io/docs/specs/semconv/registry/attributes/log/ */
export const ATTR_LOG_RECORD_UID = 'log.record.uid'
/** @see https://opentelemetry.io/docs/specs/semconv/registry/attributes/session/ */
export const ATTR_SESSION_ID = 'session.id'
export const ATTR_SESSION_PREVIOUS_ID = 'session.previous_id'
export const EVENT_SESSION_START = 'session.start'
export const EVENT_SESSION_END = 'session.end'
/** @see https://opentelemetry.io/docs/specs/semconv/registry/attributes/user/ */
export const ATTR_USER_ID = 'user.id'
/** @see https://opentelemetry.io/docs/specs/semconv/resource/deployment-environment/ */
export const ATTR_DEPLOYMENT_ENVIRONMENT_NAME = 'deployment.environment.name'
/** Unhandled error of a server's request. @see https://opentelemetry.io/docs/specs/semconv/http/http-exceptions/ */
export const EVENT_HTTP_SERVER_REQUEST_EXCEPTION = 'http.server.request.exception'
/** An error seen by a global or unspecific handler. @see https://opentelemetry.io/docs/specs/semconv/exceptions/exceptions-logs/ */
export const EVENT_EXCEPTION = 'exception'
/** @see https://opentelemetry.io/docs/specs/semconv/registry/attributes/url/ */
export const ATTR_URL_TEMPLATE = 'url.template'
/** @see https://opentelemetry.io/docs/specs/semconv/registry/attributes/browser/ */
export const ATTR_BROWSER_LANGUAGE = 'browser.language'
export const ATTR_BROWSER_MOBILE = 'browser.mobile'
export const ATTR_BROWSER_PLATFORM = 'browser.platform'
/** @see https://opentelemetry.io/docs/specs/semconv/browser/browser-events/ */
export const EVENT_BROWSER_WEB_VITAL = 'browser.web_vital'
export const ATTR_BROWSER_WEB_VITAL_NAME = 'browser.web_vital.name'
export const ATTR_BROWSER_WEB_VITAL_VALUE = 'browser.web_vital.value'
export const ATTR_BROWSER_WEB_VITAL_DELTA = 'browser.web_vital.delta'
export const ATTR_BROWSER_WEB_VITAL_ID = 'browser.web_vital.id'
export const ATTR_BROWSER_WEB_VITAL_RATING = 'browser.web_vital.rating'
export const ATTR_BROWSER_WEB_VITAL_NAVIGATION_TYPE = 'browser.web_vital.navigation_type'

// Working names of https://github.com/open-telemetry/opentelemetry-browser, not in a specification yet.

/** How the page was reached: `navigate`, `reload`, `back_forward`; of the router `push`, `replace`, `pop`. */
export const ATTR_BROWSER_NAVIGATION_TYPE = 'browser.navigation.type'
export const EVENT_BROWSER_USER_ACTION_CLICK = 'browser.user_action.click'
