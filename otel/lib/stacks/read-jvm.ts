import { isLibrary } from './library-code.ts'
import { type FrameParts, indentOf } from './stack-lines.ts'

const placePattern =
  /^(?:(Native Method|<generated>|Unknown Source(?::\d{1,9})?)|([^:()]{1,500}\.(?:java|kts?|scala|sc|groovy|clj|php)|SourceFile)(?::(\d{1,9}))?)$/

/** Reads `at java.base/java.lang.Thread.run(Thread.java:829)`, of Java, Kotlin and other JVM languages, and of OpenTelemetry's PHP. */
export function readJvmFrame(text: string): FrameParts | undefined {
  const at = indentOf(text)
  if (!text.startsWith('at ', at)) return undefined
  const open = text.indexOf('(', at)
  const close = text.indexOf(')', open)
  if (open === -1 || close === -1) return undefined
  const match = placePattern.exec(text.slice(open + 1, close))
  if (!match) return undefined
  const [, unknown, file, line] = match
  // `app//com.shop.Cart.pay`, `java.base@17/java.lang.Thread.run`: loader and module come before the class.
  // A class generated at run time has an address after a slash: `Cart$$Lambda$14/0x0000000800c03000.run`.
  const address = text.lastIndexOf('/0x', open)
  const slash = text.lastIndexOf('/', address === -1 ? open : address - 1)
  const nameAt = Math.max(at + 3, slash + 1)
  // The consoles of app stores print a space before the bracket.
  const nameEnd = text.charCodeAt(open - 1) === 32 ? open - 1 : open
  const qualified = text.slice(nameAt, nameEnd)
  if (!/^[^\s(]+\.[^\s(]+$/.test(qualified)) return undefined
  const [module, name] = splitName(qualified)
  return {
    function: name,
    functionAt: nameEnd - name.length,
    file,
    line: line === undefined ? undefined : Number(line),
    module,
    library: isLibrary('java', qualified, unknown ?? file ?? ''),
    location: file === undefined ? undefined : [open + 1, close],
  }
}

/** Package, and class with method: packages start with a lower-case letter, classes do not. */
function splitName(qualified: string): [module: string, name: string] {
  const parts = qualified.split('.')
  const method = parts.length - 1
  const first = parts.findIndex((part, i) => i === method - 1 || /^[A-Z_]/.test(part))
  const classAt = first === -1 ? Math.max(0, method - 1) : first
  return [parts.slice(0, classAt).join('.'), parts.slice(classAt).join('.')]
}
