import { type FrameParts, indentOf } from './stack-lines.ts'

/** Reads `at Shop.Cart.Pay(String id) in /src/Cart.cs:line 5`. */
export function readDotnet(text: string): FrameParts | undefined {
  const at = indentOf(text)
  if (at === 0 || !text.startsWith('at ', at)) return undefined
  const open = text.indexOf('(', at)
  if (open <= at + 3 || text.charCodeAt(open - 1) === 32) return undefined
  const line = /:line (\d{1,9})$/.exec(text.slice(-16))
  const inAt = line ? text.lastIndexOf(') in ') : -1
  if (inAt === -1 && !text.endsWith(')')) return undefined
  const raw = text.slice(at + 3, open)
  if (/\s/.test(raw)) return undefined
  const [module, name, async] = splitName(raw)
  const file = inAt === -1 ? undefined : text.slice(inAt + 5, text.length - (line?.[0].length ?? 0))
  return {
    function: name,
    functionAt: raw.endsWith(name) ? open - name.length : undefined,
    file,
    line: line && file !== undefined ? Number(line[1]) : undefined,
    module,
    async,
    library: library.test(`${raw}.`),
    location: file === undefined ? undefined : [inAt + 5, text.length],
  }
}

/** Namespace, and class with method. `Shop.Cart.<PayAsync>d__3.MoveNext` is what the compiler makes of `async Cart.PayAsync`. */
function splitName(raw: string): [module: string, name: string, async: boolean] {
  const machine = /^([^<>]{1,500}?)\.?<([\w$]{1,200})>d(?:__\d{1,9})?(?:`\d)?\.MoveNext$/.exec(raw)
  const plain = machine ? `${machine[1]}.${machine[2]}` : raw
  const angle = plain.indexOf('<')
  const dot = plain.lastIndexOf('.', angle === -1 ? plain.length : angle)
  const classDot = plain.lastIndexOf('.', dot - 1)
  if (dot <= 0 || classDot === -1) return ['', plain, machine !== null]
  return [plain.slice(0, classDot), plain.slice(classDot + 1), machine !== null]
}

const library =
  /^(?:System|Microsoft|Mono|MS\.Internal|Newtonsoft|Npgsql|Serilog|NLog|Grpc|OpenTelemetry|AutoMapper|MediatR|Polly|Hangfire|Xunit|NUnit|Castle|lambda_method\d*)\./
