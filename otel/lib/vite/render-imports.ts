/** `react-dom/server` and its files for one kind of host. */
const reactDomServerNames = String.raw`react-dom/server(?:\.node|\.edge|\.browser|\.bun)?`
const reactDomServerImport = new RegExp(String.raw`(\bfrom\s*|\bimport\s*\(\s*)(['"])(${reactDomServerNames})\2`, 'g')
const reactDomServerRequire = new RegExp(String.raw`\brequire\s*\(\s*(['"])${reactDomServerNames}\1`)
const prefix = 'virtual:errata-otel/'

export const isRenderId = (id: string) => id.startsWith(prefix)

/**
 * Replaces React's own render by the instrumented one, however it is imported: by name, as a default, as a namespace, dynamically.
 *
 * @returns `missed` if the file imports it in a way that cannot be replaced.
 */
export function rendersOf(code: string): { withOurs: string; isFound: boolean; missed: boolean } {
  if (!code.includes('react-dom/server')) return { withOurs: code, isFound: false, missed: false }
  const withOurs = code.replace(reactDomServerImport, `$1'${prefix}$3'`)
  return { withOurs, isFound: withOurs !== code, missed: reactDomServerRequire.test(withOurs) }
}

/** A module with the exports of `react-dom/server…`, of which both streaming renders, if the file has them, are instrumented. */
export function instrumentedRender(id: string): string {
  return `
import server from ${JSON.stringify(id.slice(prefix.length))}
import { instrumentReadableRender, instrumentRender } from '@errata/otel/react-router'
const { renderToPipeableStream: toPipeable, renderToReadableStream: toReadable } = server
export const renderToPipeableStream = toPipeable && instrumentRender(toPipeable)
export const renderToReadableStream = toReadable && instrumentReadableRender(toReadable)
export const { prerender, prerenderToNodeStream, renderToStaticMarkup, renderToString, resume, resumeAndPrerender, resumeAndPrerenderToNodeStream, resumeToPipeableStream, version } = server
export default { ...server, ...(toPipeable && { renderToPipeableStream }), ...(toReadable && { renderToReadableStream }) }
`
}
