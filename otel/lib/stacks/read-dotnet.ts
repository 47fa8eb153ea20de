import { isLibrary } from './library-code.ts'
import { type FrameParts, indentOf } from './stack-lines.ts'

/** Reads `at Shop.Cart.Pay(String id) in /src/Cart.cs:line 5`. */
export function readDotnetFrame(text: string): FrameParts | undefined {
  const at = indentOf(text)
  if (at === 0 || !text.startsWith('at ', at)) return undefined
  const open = text.indexOf('(', at)
  if (open <= at + 3) return undefined
  const isMono = text.charCodeAt(open - 1) === 32
  const mono = isMono ? / ?\[0x[\da-f]{1,8}\] in (.*):(\d{1,9}) ?$/.exec(text.slice(open)) : null
  if (isMono && !mono) return undefined
  const line = mono ? null : /:line (\d{1,9})$/.exec(text.slice(-16))
  const inAt = mono ? text.lastIndexOf('] in ') : line ? text.lastIndexOf(') in ') : -1
  if (inAt === -1 && !text.endsWith(')')) return undefined
  const raw = text.slice(at + 3, isMono ? open - 1 : open)
  if (/\s/.test(raw)) return undefined
  const [module, name, async] = splitName(raw)
  const file = mono ? mono[1] : inAt === -1 ? undefined : text.slice(inAt + 5, text.length - (line?.[0].length ?? 0))
  return {
    function: name,
    functionAt: raw.endsWith(name) ? at + 3 + raw.length - name.length : undefined,
    file,
    line: mono ? Number(mono[2]) : line && file !== undefined ? Number(line[1]) : undefined,
    module,
    async,
    library: isLibrary('dotnet', raw, file ?? ''),
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
