/** `react-dom/server` and its files for one kind of host. Of what is imported from another one, there is no other. */
const names = String.raw`react-dom/server(?:\.node|\.edge|\.browser|\.bun)?`
const imported = new RegExp(String.raw`(\bfrom\s*|\bimport\s*\(\s*)(['"])(${names})\2`, 'g')
const mentioned = new RegExp(String.raw`\brequire\s*\(\s*(['"])${names}\1`)
const prefix = 'virtual:errata-otel/'

export const isRenderId = (id: string) => id.startsWith(prefix)

/**
 * Puts the instrumented render in place of React's own, whichever way it is imported: by names, as a default, as a namespace, when it is needed.
 *
 * @returns `missed` where the file takes it in a way that cannot be replaced.
 */
export function rendersOf(code: string): { withOurs: string; isFound: boolean; missed: boolean } {
  if (!code.includes('react-dom/server')) return { withOurs: code, isFound: false, missed: false }
  const withOurs = code.replace(imported, `$1'${prefix}$3'`)
  return { withOurs, isFound: withOurs !== code, missed: mentioned.test(withOurs) }
}

/** A module that exports what `react-dom/server…` does, with both renders to a stream instrumented, where that file has them. */
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
