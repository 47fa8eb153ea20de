import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { SERVICE_COLOUR_COUNT } from '../links/service-name.tsx'

/** Checks the contrast of the tokens as WCAG 2 computes it. */

const css = readFileSync(new URL('tokens.css', import.meta.url), 'utf8')
const grounds = ['ground', 'panel', 'sunken', 'hover', 'selected']
const series = Array.from({ length: SERVICE_COLOUR_COUNT }, (_, colour) => `series-${colour}`)

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

  // 3 is what WCAG asks of graphics (1.4.11).
  test('every series can be told from the panel and the page', () => {
    for (const name of series) {
      for (const ground of ['panel', 'ground']) {
        const found = contrast(ofSeries(name, theme), colour(ground, theme))
        expect([name, ground, found >= 3.2 || found]).toEqual([name, ground, true])
      }
    }
  })
})

test.each(['light', 'dark'] as const)(
  'services are told apart from each other and from failures in the %s, also by colour-blind readers',
  theme => {
    const all = series.map(name => rgb(ofSeries(name, theme)))
    const bad = rgb(colour('bad', theme))
    for (const [i, one] of all.entries()) {
      for (const other of [...all.slice(i + 1), bad]) {
        // At 0.075 two teals, two purples and two browns looked the same in a legend.
        expect(difference(one, other)).toBeGreaterThan(0.125)
        if (other === bad) continue
        for (const seen of Object.values(COLOUR_BLIND)) {
          // The eight that were there before, of one lightness, came as near as 0.011.
          expect(difference(seenBy(seen, one), seenBy(seen, other))).toBeGreaterThan(0.033)
        }
      }
    }
  },
)

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

/** All are alike but for their hue and shade. */
function ofSeries(name: string, theme: 'light' | 'dark'): Oklch {
  const of = String.raw`oklch\(calc\(([\d.]+) ([+-] [\d.]+) \* var\(--shade\)\) ([\d.]+) var\(--hue\)\)`
  const found = new RegExp(String.raw`--colour: light-dark\(\s*${of},\s*${of}\s*\);`).exec(css)
  const [, hue, shade = '0'] = new RegExp(String.raw`\.${name} {\s+--hue: (\d+);(?:\s+--shade: (\d);)?`).exec(css) ?? []
  if (found === null || hue === undefined) throw new Error(`tokens.css has no hue of ${name}`)
  const of3 = found.slice(theme === 'light' ? 1 : 4).map(number => Number(number.replaceAll(' ', '')))
  const [lightness = 0, step = 0, chroma = 0] = of3
  return [lightness + Number(shade) * step, chroma, Number(hue)]
}

function contrast(one: Oklch, other: Oklch): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(of: Oklch): number {
  const [red, green, blue] = rgb(of)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

type Linear = readonly [red: number, green: number, blue: number]
const clip = (linear: number) => Math.min(1, Math.max(0, linear))

/** How red and green reach the eyes of a reader without the cone for green or red. @see Machado, Oliveira and Fernandes, 2009 */
const COLOUR_BLIND: Readonly<Record<string, readonly [Linear, Linear, Linear]>> = {
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
}

function seenBy(rows: readonly [Linear, Linear, Linear], of: Linear): Linear {
  const [red, green, blue] = rows
  const mix = (row: Linear) => clip(row[0] * of[0] + row[1] * of[1] + row[2] * of[2])
  return [mix(red), mix(green), mix(blue)]
}

/** In OKLab, where equal distances look equally different; black and white are 1 apart. */
function difference(one: Linear, other: Linear): number {
  const [a, b] = [oklab(one), oklab(other)]
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])
}

function oklab([red, green, blue]: Linear): Linear {
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}

/** @see https://www.w3.org/TR/css-color-4/#color-conversion-code What lies outside sRGB is clipped, as browsers do. */
function rgb([lightness, chroma, hue]: Oklch): Linear {
  const a = chroma * Math.cos((hue * Math.PI) / 180)
  const b = chroma * Math.sin((hue * Math.PI) / 180)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const red = 4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s
  const green = -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s
  const blue = -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s
  return [clip(red), clip(green), clip(blue)]
}
