import { parseStack, type StackFrame } from '../../otel/lib/stacks/parse-stack.ts'

export { parseStack }

/** An exception of a public report. */
export interface ReportedException {
  readonly source: string
  readonly type: string
  readonly message: string
  readonly stack: string
}

/** The same error in another form, or a different error. */
export interface ExceptionVariant {
  readonly rule: string
  readonly type: string
  readonly stack: string
}

/** Reads a file of reports: URL, type and message, and stack; separated by `=====`. */
export function readReports(text: string): ReportedException[] {
  return text
    .split(/^=====\n/m)
    .filter(part => part.trim() !== '')
    .map(part => {
      const [source = '', head = '', ...stack] = part.trimEnd().split('\n')
      const at = head.indexOf(': ')
      return {
        source,
        type: at === -1 ? head : head.slice(0, at),
        message: at === -1 ? '' : head.slice(at + 2),
        stack: stack.join('\n'),
      }
    })
}

/** Variants that must stay in the report's issue, without variants that do not change this stack. */
export function createSameIssueVariants({ type, stack }: ReportedException): ExceptionVariant[] {
  return Object.entries(variants)
    .map(([rule, change]) => ({ rule, type, stack: change(stack) }))
    .filter(change => change.stack !== stack)
}

/** Errors that must be in another issue than the report's. */
export function createOtherIssueVariants({ type, stack }: ReportedException): ExceptionVariant[] {
  const frame = ownFrame(stack)
  const pairs: ExceptionVariant[] = [{ rule: 'other type', type: `${type}Other`, stack }]
  if (frame?.functionStart !== undefined && frame.functionEnd !== undefined && isNamed(frame)) {
    const renamed = renameFunction(stack.slice(frame.functionStart, frame.functionEnd))
    if (renamed !== undefined)
      pairs.push({
        rule: 'other function',
        type,
        stack: splice(stack, frame.functionStart, frame.functionEnd, renamed),
      })
  }
  const moved = frame && moveFile(stack, frame)
  if (moved !== undefined) pairs.push({ rule: 'other file', type, stack: moved })
  const caused = stack.replace(/((?:^|\n)\s*(?:Caused by|\[cause\]): |---> )([\w.$]+)/, '$1$2Other')
  if (caused !== stack) pairs.push({ rule: 'other cause', type, stack: caused })
  return pairs
}

/** The first in-app frame. */
function ownFrame(stack: string): StackFrame | undefined {
  const { sections } = parseStack(stack)
  const [section] = sections.filter(({ frames }) => frames.some(({ library }) => !library))
  return section?.frames.find(({ library, file, function: name }) => !library && (file ?? name) !== undefined)
}

const isNamed = ({ function: name = '', file = '', line = 0, column = 0 }: StackFrame) =>
  !/^(?:block .*in )?[<{(]|<anonymous>|\{main\}|^\W*$|^(?:module|global) code$/.test(name) &&
  name.length > 2 &&
  !(/^https?:/.test(file) && line < 100 && column > 999)

/** Renames the last part of a qualified name. */
function renameFunction(name: string): string | undefined {
  const renamed = name.replace(
    /([A-Za-z_]\w*)((?:[^A-Za-z]*|\$\d.*|\.func\d.*|\/\d+|\(.*|<.*|\[.*|\{.*)?)$/,
    'reimburse$2',
  )
  return renamed === name ? undefined : renamed
}

function moveFile(
  stack: string,
  { file, line, locationStart, locationEnd, functionStart, functionEnd, module }: StackFrame,
) {
  if (/\.(?:java|kts?|scala|go|cs|rs|exs?)$/.test(file ?? '') || file === undefined) {
    // In these languages the function's module or class replaces the file.
    if (module === undefined || functionStart === undefined || functionEnd === undefined) return undefined
    const from = stack.lastIndexOf(module, functionStart)
    if (from === -1 || functionStart - from > module.length + 3) return undefined
    return splice(stack, from, from + module.length, `${module}two`)
  }
  if (locationStart === undefined || locationEnd === undefined || line === undefined) return undefined
  const place = stack.slice(locationStart, locationEnd)
  const moved = place.replace(
    /([\w[\]-]+)(\.\w+(?:\.\w+)?["']?(?:[?#][^:]*)?(?:, line \d+|\(\d+\)|:\d+(?::\d+)?)?)$/,
    'elsewhere$2',
  )
  return moved === place ? undefined : splice(stack, locationStart, locationEnd, moved)
}

const splice = (text: string, from: number, to: number, by: string) => text.slice(0, from) + by + text.slice(to)

const variants: Readonly<Record<string, (stack: string) => string>> = {
  'a new build': stack =>
    stack
      .replace(
        /(:|line |\()(\d+)(?=(?::\d+)?(?:\)|:|,|$|\s|\]))/gm,
        (_, before: string, row: string) => `${before}${Number(row) + 3}`,
      )
      .replace(/([-.])[0-9a-f]{8,20}(\.(?:chunk\.)?js)/g, '$10a1b2c3d4e5f$2')
      .replace(/lambda\$(\w+)\$\d+/g, 'lambda$$$1$$9')
      .replace(/\$\$Lambda\$\d+/g, '$$$$Lambda$$77'),
  'another process': stack =>
    stack
      .replace(/0x[0-9a-f]{4,16}/g, '0xc0ffee12')
      .replace(/goroutine \d+/g, 'goroutine 4711')
      .replace(/___?\d{6,}_\d+/g, '___1234567890123_4567')
      .replace(/::h[0-9a-f]{16}/g, '::h0123456789abcdef')
      .replace(/Proxy\d+/g, 'Proxy99')
      .replace(/thread '[^']*'/g, "thread 'worker-7'"),
  'another folder': stack =>
    stack.replace(
      /(^|[\s("@])(?:\/(?:home|Users)\/[\w.-]+\/|\/(?:srv|opt)\/|\/(?:app|usr\/src\/app|var\/task|workspace)\/)(?=[\w.-]+\/[\w.-]+\/)/gm,
      '$1/home/ci/',
    ),
  'a container': stack =>
    stack.replace(/(^|[\s("@])\/(?:app|usr\/src\/app|var\/task|workspace)\//gm, '$1/usr/src/app/'),
  Windows: stack =>
    /File "\/|[(\s]\/(?:app|home|srv|Users|var)\/[^\s)]+\.[cm]?[jt]s:/.test(stack)
      ? stack.replace(
          /((?:File "|\s\(|\sat ))(\/[\w@.[\]/-]+\.\w+)/g,
          (_, before: string, path: string) => `${before}C:${path.replaceAll('/', '\\')}`,
        )
      : stack,
  'frames of a framework': stack => addFrame(stack),
}

const frameOf: Readonly<Record<string, string>> = {
  javascript: '    at Layer.handle (/srv/shop/node_modules/express/lib/router/layer.js:95:5)',
  java: '\tat org.springframework.web.servlet.FrameworkServlet.service(FrameworkServlet.java:897)',
  dotnet: '   at Microsoft.AspNetCore.Routing.EndpointMiddleware.Invoke(HttpContext httpContext)',
  ruby: "/usr/local/bundle/gems/rack-3.0.8/lib/rack/runtime.rb:22:in `call'",
  go: 'net/http.HandlerFunc.ServeHTTP(0xc0001)\n\t/usr/local/go/src/net/http/server.go:2136 +0x29',
  elixir: '    (plug 1.15.3) lib/plug/router.ex:246: anonymous fn/4 in Plug.Router.dispatch/2',
  dart: '#99     _RootZone.runUnary (dart:async/zone.dart:1407:54)',
  rust: '  99: core::ops::function::FnOnce::call_once\n             at /rustc/90b35a6239c3d8bdabc530a6a0816f7ff89a0aaf/library/core/src/ops/function.rs:250:5',
}

/** Appends frames of a newer framework to the thrown section. */
function addFrame(stack: string): string {
  const { language, sections } = parseStack(stack)
  const [thrown] = sections
  const last = thrown?.frames.at(-1)
  const line = language === undefined ? undefined : frameOf[language]
  if (line === undefined || last === undefined) return stack
  const isAtSign = language === 'javascript' && stack.includes('@')
  const isReversed = language === 'ruby' && /^\s+\d+: from /m.test(stack)
  const at = stack.indexOf('\n', last.end - 1)
  // A stack has a single format: one read from program counters looks different.
  if (isAtSign || isReversed || / \(0x[\da-f]+\)$/m.test(stack)) return stack
  return at === -1 ? `${stack}\n${line}` : splice(stack, at, at, `\n${line}`)
}
