import { isLibrary } from './library-code.ts'
import { type FrameParts, readPlace } from './stack-lines.ts'

const linuxFramePattern = /^\d{1,4} {1,8}(?:\[\w{1,8}\] {1,4}){0,2}0x[\da-f]{1,16} /
const appleFramePattern = /^\d{1,4} {1,8}(\S{1,200}) {1,60}0x[\da-f]{1,16} /

/** Reads `0 0x00005f21 pay(_:) + 12 in shop at /src/Cart.swift:12:5` of Linux and `3   Shop  0x0000000104a1 Cart.pay() + 44` of Apple. */
export function readSwiftFrame(text: string): FrameParts | undefined {
  const linux = linuxFramePattern.exec(text.slice(0, 120))
  if (linux) return readLinux(text, linux[0].length)
  const apple = appleFramePattern.exec(text.slice(0, 400))
  const module = apple?.[1]
  if (!apple || module === undefined) return undefined
  const at = apple[0].length
  const name = text
    .slice(at)
    .replace(/ \([^()\n]{1,300}:\d{1,9}\)$/, '')
    .replace(/ \+ \d{1,9}$/, '')
  return { function: name, functionAt: at, module, library: isLibrary('swift', name, module) }
}

function readLinux(text: string, at: number): FrameParts | undefined {
  const inAt = text.lastIndexOf(' in ')
  if (inAt < at) return undefined
  const [module = '', ...rest] = text.slice(inAt + 4).split(' at ')
  const place = readPlace(rest.join(' at '))
  if (module === '' || /\s/.test(module) || (rest.length > 0 && place === undefined)) return undefined
  const name = text.slice(at, inAt).replace(/ \+ \d{1,9}$/, '')
  const placeAt = inAt + 4 + module.length + ' at '.length
  return {
    function: name,
    functionAt: at,
    ...place,
    module,
    library: isLibrary('swift', name, place?.file ?? module),
    ...(place && { location: [placeAt, text.length] as const }),
  }
}
