import { isLibrary } from './library-code.ts'
import { type FrameParts, indentOf, readPlace } from './stack-lines.ts'

/** Reads a frame of V8, Firefox, Safari or of a React component stack. */
export function readJavascriptFrame(text: string): FrameParts | undefined {
  const indent = indentOf(text)
  if (text.startsWith('at ', indent)) return readV8(text, indent + 3)
  if (text.startsWith('in ', indent)) return readOldComponent(text, indent + 3)
  return readAtSign(text, indent)
}

function readV8(text: string, from: number): FrameParts | undefined {
  const end = withoutInspect(text)
  let at = from
  const async = text.startsWith('async ', at)
  if (async) at += 6
  const open = text.charCodeAt(end - 1) === 41 ? text.indexOf(' (', at) : -1
  if (open !== -1) {
    const isNew = text.startsWith('new ', at)
    const nameAt = isNew ? at + 4 : at
    const name = withoutAlias(text.slice(nameAt, open))
    return { function: name, functionAt: nameAt, async, end, ...readFrameLocation(text, open + 2, end - 1, name) }
  }
  const rest = text.slice(at, end)
  if (isPlace(rest)) return { async, end, ...readFrameLocation(text, at, end) }
  // React 17 and 18 print only the name of a DOM element: `    at div`.
  if (from === 7 && /^[\w$.-]{1,100}$/.test(rest))
    return { function: rest, functionAt: at, library: isElement(rest), end }
  return undefined
}

const isPlace = (text: string) =>
  text === '<anonymous>' || text === 'native' || text.includes(':wasm-function[') || readPlace(text) !== undefined

/** Node's inspect appends to the last line of a stack: ` {` before its properties, `,` between those of an array. */
function withoutInspect(text: string): number {
  let end = text.length
  while (end > 0 && (text.charCodeAt(end - 1) === 32 || text.charCodeAt(end - 1) === 44)) end--
  return text.endsWith(' {', end) ? end - 2 : end
}

function withoutAlias(name: string): string {
  const alias = name.endsWith(']') ? name.lastIndexOf(' [as ') : -1
  return alias === -1 ? name : name.slice(0, alias)
}

type Located = Pick<FrameParts, 'file' | 'line' | 'column' | 'module' | 'library' | 'location'>

function readFrameLocation(text: string, start: number, end: number, name = ''): Located {
  // `eval at pay (https://shop/a.js:1:2), <anonymous>:1:1`: the script that called eval is the one with source.
  if (text.startsWith('eval at ', start)) {
    const open = text.lastIndexOf(' (', end)
    const close = open === -1 ? -1 : text.indexOf(')', open)
    if (close !== -1 && close <= end) return readFrameLocation(text, open + 2, close, name)
  }
  const whole = text.slice(start, end)
  const wasm = whole.indexOf(':wasm-function[')
  if (wasm !== -1)
    return { file: whole.slice(0, wasm), library: isLibrary('javascript', name, whole), location: [start, end] }
  const place = readPlace(whole)
  if (place === undefined) {
    const isFile = /[\\/]/.test(whole)
    return isFile
      ? { file: whole, library: isLibrary('javascript', name, whole), location: [start, end] }
      : { library: true }
  }
  return {
    ...place,
    module: npmPackage(place.file),
    library: isLibrary('javascript', name, place.file),
    location: [start, end],
  }
}

/** `    in Cart (at cart.tsx:12)`, as React up to 16 printed it. */
function readOldComponent(text: string, at: number): FrameParts | undefined {
  const match = /^([\w$.-]{1,100})(?: \((?:at ([^\s()]{1,1000}):(\d{1,9})|created by [\w$.-]{1,100})\))?$/.exec(
    text.slice(at),
  )
  if (!match || at !== 7) return undefined
  const [, name = '', file, line] = match
  return { function: name, functionAt: at, file, line: line ? Number(line) : undefined, library: isElement(name) }
}

const isElement = (name: string) => /^[a-z]/.test(name)

/** `name@place` of Firefox and Safari, or only the place, as older Safari prints a function without a name. */
function readAtSign(text: string, indent: number): FrameParts | undefined {
  const sign = text.indexOf('@', indent)
  const isBare = /^(?:https?|file|webpack(?:-internal)?|capacitor|blob):\/\//.test(text.slice(indent, indent + 24))
  if (sign === -1 || isBare) {
    if (text.trim() === '[native code]') return { library: true }
    if (!isBare || /\s/.test(text.slice(indent)) || !readPlace(text)) return undefined
    return readFrameLocation(text, indent, text.length)
  }
  const star = text.lastIndexOf('*', sign)
  const nameAt = star === -1 ? indent : star + 1
  const name = text.slice(nameAt, sign)
  if (/\s/.test(name) && !/^(?:global|module|eval|anonymous) code$|^(?:get|set|static) \S+$/.test(name))
    return undefined
  const named = { function: name, functionAt: nameAt, async: star !== -1 }
  const place = text.slice(sign + 1)
  if (place === '[native code]' || place === '[wasm code]' || name === 'eval code' || place === 'unknown:0:0')
    return { ...named, library: true }
  // Evaluated code has no place in Safari.
  if (place === '' && indent === 0 && /^[\w$./<>]{1,200}$/.test(name)) return { ...named, library: true }
  // `https://shop/a.js line 5 > eval:1:1`
  const evaluated = place.indexOf(' line ')
  if (evaluated !== -1) {
    const line = /^ line (\d{1,9}) > /.exec(place.slice(evaluated, evaluated + 30))?.[1]
    if (line === undefined) return undefined
    const file = place.slice(0, evaluated)
    const end = sign + 1 + evaluated + ' line '.length + line.length
    return {
      ...named,
      file,
      line: Number(line),
      library: isLibrary('javascript', name, file),
      location: [sign + 1, end],
    }
  }
  if (/\s/.test(place.slice(0, 30)) || !/[./]/.test(place.slice(0, 2_000))) return undefined
  if (!readPlace(place) && !place.includes(':wasm-function[')) return undefined
  return { ...named, ...readFrameLocation(text, sign + 1, text.length, name) }
}

function npmPackage(file: string): string | undefined {
  const at = Math.max(file.lastIndexOf('node_modules/'), file.lastIndexOf('node_modules\\'))
  if (at === -1) return file.startsWith('node:') ? 'node' : undefined
  return /^(?!\.)(?:@[^\\/]{1,200}[\\/])?[^\\/?]{1,200}/.exec(file.slice(at + 13))?.[0]
}
