import {
  ATTR_EXCEPTION_MESSAGE,
  ATTR_EXCEPTION_STACKTRACE,
  ATTR_EXCEPTION_TYPE,
} from '@opentelemetry/semantic-conventions'
import { ATTR_ERRATA_EXCEPTION_ORIGIN } from '../../semconv.ts'
import { parseStack } from '../../stacks/parse-stack.ts'
import { type Fields, isObject, listsIn } from './json-fields.ts'

/** The value of {@link ATTR_ERRATA_EXCEPTION_ORIGIN}. */
const browserExtension = 'browser_extension'

const errorSeverity = 17
const warning = { severityNumber: 13, severityText: 'WARN' }

/** Scripts of extensions, whose addresses Safari hides from pages. Those of browsers themselves (chrome:, resource:) are not. */
const extensionFile = /^(?:[a-z]+(?:-[a-z]+)*-extension|webkit-masked-url):/i
/** The part of such an address that is left where a resource failed to load or a policy blocked it. */
const extensionAddress = /(?: failed to load: | blocked )[a-z]+(?:-[a-z]+)*-extension(?::|$)/i
/** Our own wrappers, such as that of fetch(), which an extension may call: in an app's node_modules, or beside it. */
const ownFile = /(?:@errata\/otel|\/otel|\.\.)\/dist\/lib\/browser\//

/**
 * Messages of failures between the parts of an extension, or of programs that put scripts into pages, which pages see as rejections without
 * a stack. None of them can be an app's own.
 *
 * @see https://github.com/getsentry/relay for the filter of browser extensions, from which some of these are
 */
const extensionMessages = [
  /Could not establish connection\. Receiving end does not exist/,
  /Extension context invalidated/,
  /The message port closed before a response was received/,
  /A listener indicated an asynchronous response by returning true, but the message channel closed/,
  /Attempting to use a disconnected port object/,
  /The page keeping the extension port is moved into back\/forward cache/,
  /chrome\.runtime\.(?:connect|sendMessage)\(\) called from a webpage must specify an Extension ID/,
  /^Invalid call to runtime\.sendMessage\(\)/,
  /^No tab with id: \d/,
  // Outlook's Safe Links, which open pages in a browser of their own.
  /Object Not Found Matching Id:\d+, MethodName:\w+, ParamCount:\d+/,
  // Firefox, where an extension keeps an element of a page that is gone.
  /can't access dead object/,
  /webkit-masked-url:/,
  // Several wallets want to be the only one.
  /^(?:Cannot redefine property|can't redefine non-configurable property|Cannot set property|Cannot assign to read only property):? ["']?(?:ethereum|solana|tron(?:Web|Link)|phantom)\b/,
  /^Talisman extension has not been configured yet|^MetaMask: (?:Lost connection|'?Disconnected)/,
  // Toolbars, translators and readers.
  /top\.GLOBALS|originalCreateNotification|canvas\.contentDocument|MyApp_RemoveAllHighlights|atomicFindClose|conduitPage/,
  /bmi_SafeAddOnload|EBCallBackMessageReceived|plugin\.setSuspendState is not a function|Can't find variable: ZiteReader/,
  /jigsaw is not defined|ComboSearch is not defined|_gCrWeb/,
]

/**
 * Makes warnings of a browser's exceptions that are an extension's, and says so in an attribute: their stack has frames of extensions alone, or
 * their message is one that only extensions have and their stack has no frame of the page.
 *
 * @param request Logs in OTLP/JSON, parsed; it is modified.
 * @returns Whether there were any.
 */
export function markExtensionErrors(request: object): boolean {
  let isAnyMarked = false
  for (const of of listsIn(request, 'resourceLogs', 'resource_logs')) {
    for (const scope of listsIn(of, 'scopeLogs', 'scope_logs')) {
      for (const record of listsIn(scope, 'logRecords', 'log_records')) {
        const sent = listsIn(record, 'attributes')
        const attributes = sent.filter(({ key }) => key !== ATTR_ERRATA_EXCEPTION_ORIGIN)
        if (attributes.length < sent.length) record['attributes'] = attributes
        if (!isOfExtension(attributes)) continue
        const severity = Number(record['severityNumber'] ?? record['severity_number'] ?? 0)
        if (severity >= errorSeverity) {
          for (const name of ['severity_number', 'severity_text']) delete record[name]
          Object.assign(record, warning)
        }
        record['attributes'] = [
          ...attributes,
          { key: ATTR_ERRATA_EXCEPTION_ORIGIN, value: { stringValue: browserExtension } },
        ]
        isAnyMarked = true
      }
    }
  }
  return isAnyMarked
}

function isOfExtension(attributes: readonly Fields[]): boolean {
  const textOf = (name: string): string => {
    const value = attributes.find(({ key }) => key === name)?.['value']
    const text = isObject(value) ? (value['stringValue'] ?? value['string_value']) : undefined
    return typeof text === 'string' ? text : ''
  }
  const message = textOf(ATTR_EXCEPTION_MESSAGE)
  if (message === '' && textOf(ATTR_EXCEPTION_TYPE) === '') return false
  const stack = textOf(ATTR_EXCEPTION_STACKTRACE)
  const isKnown = extensionAddress.test(message) || extensionMessages.some(known => known.test(message))
  // Parsing costs more, and most stacks name no extension.
  if (!isKnown && !/-extension:|webkit-masked-url:/i.test(stack)) return false
  const files = parseStack(stack).sections.flatMap(({ frames }) => frames.flatMap(({ file }) => file ?? []))
  const foreign = files.filter(file => !ownFile.test(file))
  return foreign.every(file => extensionFile.test(file)) && (isKnown || foreign.length > 0)
}
