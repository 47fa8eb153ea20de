import { type FrameParts, indentOf } from './stack-lines.ts'

const place =
  /^(?:(Native Method|<generated>|Unknown Source(?::\d{1,9})?)|([^:()]{1,500}\.(?:java|kts?|scala|sc|groovy|clj|php)|SourceFile)(?::(\d{1,9}))?)$/

/** Reads `at java.base/java.lang.Thread.run(Thread.java:829)`, of Java, Kotlin and their like, and of OpenTelemetry's PHP. */
export function readJvm(text: string): FrameParts | undefined {
  const at = indentOf(text)
  if (!text.startsWith('at ', at)) return undefined
  const open = text.indexOf('(', at)
  const close = text.indexOf(')', open)
  if (open === -1 || close === -1 || text.charCodeAt(open - 1) === 32) return undefined
  const match = place.exec(text.slice(open + 1, close))
  if (!match) return undefined
  const [, unknown, file, line] = match
  // `app//com.shop.Cart.pay`, `java.base@17/java.lang.Thread.run`: loader and module stand before the class.
  // A class made at run time has an address behind a slash: `Cart$$Lambda$14/0x0000000800c03000.run`.
  const address = text.lastIndexOf('/0x', open)
  const slash = text.lastIndexOf('/', address === -1 ? open : address - 1)
  const nameAt = Math.max(at + 3, slash + 1)
  const [module, name] = splitName(text.slice(nameAt, open))
  return {
    function: name,
    functionAt: open - name.length,
    file,
    line: line === undefined ? undefined : Number(line),
    module,
    library: unknown === '<generated>' || name.includes('$$') || library.test(`${module}.`),
    location: file === undefined ? undefined : [open + 1, close],
  }
}

/** Package, and class with method: packages begin with a small letter, classes do not. */
function splitName(qualified: string): [module: string, name: string] {
  const parts = qualified.split('.')
  const method = parts.length - 1
  const first = parts.findIndex((part, i) => i === method - 1 || /^[A-Z_]/.test(part))
  const classAt = first === -1 ? Math.max(0, method - 1) : first
  return [parts.slice(0, classAt).join('.'), parts.slice(classAt).join('.')]
}

const library =
  /^(?:java|javax|jakarta|jdk|sun|com\.sun|kotlin|kotlinx|scala|groovy|clojure|org\.(?:springframework|apache|eclipse|hibernate|jboss|junit|codehaus|gradle|slf4j|aspectj|graalvm|postgresql|mozilla)|io\.(?:netty|undertow|vertx|micronaut|quarkus|ktor|grpc|opentelemetry|micrometer|reactivex)|reactor|akka|android|androidx|dalvik|com\.(?:fasterxml|google\.common|zaxxer|mysql|intellij|android)|ch\.qos|net\.bytebuddy|okhttp3|retrofit2|feign|OpenTelemetry)\./
