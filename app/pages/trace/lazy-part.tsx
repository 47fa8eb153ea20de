import { type ComponentType, lazy } from 'react'
import { PartFailure } from '../../ui/feedback/part-failure.tsx'

/**
 * A part of a page whose scripts are loaded when it is first shown. Without a Suspense boundary of its own: the server waits for it, so that it
 * is there without scripts, and a navigation to it keeps the page before until it is loaded. Scripts that cannot be loaded leave the page.
 *
 * @param what names it, as the start of a sentence
 */
export const lazyPart = <Props extends object>(what: string, load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => {
    try {
      return { default: await load() }
    } catch {
      // React keeps the failure: only a page that is loaded anew asks for the scripts again.
      const again = () => window.location.reload()
      return { default: (_: Props) => <PartFailure what={what} outage={undefined} again={again} /> }
    }
  })
