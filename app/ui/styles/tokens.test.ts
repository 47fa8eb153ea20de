import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

/** Checks the contrast of the tokens as WCAG 2 computes it. */

const css = readFileSync(new URL('tokens.css', import.meta.url), 'utf8')
const grounds = ['ground', 'panel', 'sunken', 'hover', 'selected']
const series = Array.from({ length: 8 }, (_, colour) => `series-${colour}`)

describe.each(['light', 'dark'] as const)('in the %s', theme => {
  test.each<[string, number, readonly string[]]>([
    ['text', 12, grounds],
    ['muted', 4.5, grounds],
    ['accent', 4.5, grounds],
    ['bad', 4.5, grounds],
    ['warn', 4.5, grounds],
    ['good', 4.5, grounds],
    ['line-strong', 3, grounds],
    ['bad', 4.5, ['bad-ground']],
    ['warn', 4.5, ['warn-ground']],
    ['good', 4.5, ['good-ground']],
    ['on-accent', 4.5, ['accent']],
  ])('%s can be read: a contrast of at least %f', (name, least, behind) => {
    for (const ground of behind) {
      const found = contrast(colour(name, theme), colour(ground, theme))
      expect([ground, found >= least || found]).toEqual([ground, true])
    }
  })

  test('every series can be told from the panel', () => {
    for (const name of series) {
      const found = contrast(ofSeries(name, theme), colour('panel', theme))
      expect([name, found >= 4 || found]).toEqual([name, true])
    }
  })
})

test('layers get lighter as they rise', () => {
  for (const theme of ['light', 'dark'] as const) {
    const [sunken = 0, ground = 0, panel = 0] = ['sunken', 'ground', 'panel'].map(name =>
      luminance(colour(name, theme)),
    )
    expect([sunken < ground, ground < panel]).toEqual([true, true])
  }
})

type Oklch = readonly [lightness: number, chroma: number, hue: number]

function colour(name: string, theme: 'light' | 'dark'): Oklch {
  const of = String.raw`oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)`
  const found = new RegExp(String.raw`--${name}: light-dark\(${of}, ${of}\);`).exec(css)
  if (found === null) throw new Error(`tokens.css has no --${name} of two oklch() colours`)
  const [lightness = 0, chroma = 0, hue = 0] = found.slice(theme === 'light' ? 1 : 4).map(Number)
  return [lightness, chroma, hue]
}

/** Series colours differ only in hue. */
function ofSeries(name: string, theme: 'light' | 'dark'): Oklch {
  const of = String.raw`oklch\(([\d.]+) ([\d.]+) var\(--hue\)\)`
  const found = new RegExp(String.raw`--colour: light-dark\(${of}, ${of}\);`).exec(css)
  const hue = new RegExp(String.raw`\.${name} {\s+--hue: (\d+);`).exec(css)?.[1]
  if (found === null || hue === undefined) throw new Error(`tokens.css has no hue of ${name}`)
  const [lightness = 0, chroma = 0] = found.slice(theme === 'light' ? 1 : 3).map(Number)
  return [lightness, chroma, Number(hue)]
}

function contrast(one: Oklch, other: Oklch): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

/** @see https://www.w3.org/TR/css-color-4/#color-conversion-code What lies outside sRGB is clipped, as browsers do. */
function luminance([lightness, chroma, hue]: Oklch): number {
  const a = chroma * Math.cos((hue * Math.PI) / 180)
  const b = chroma * Math.sin((hue * Math.PI) / 180)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const red = 4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s
  const green = -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s
  const blue = -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s
  const clip = (linear: number) => Math.min(1, Math.max(0, linear))
  return 0.2126 * clip(red) + 0.7152 * clip(green) + 0.0722 * clip(blue)
}
