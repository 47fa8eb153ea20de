import { type ComponentType, lazy } from 'react'

/** A part of a page that an interaction shows, such as a tab: its code is loaded only where it is shown. */
export interface LazySection<Props> {
  /** Needs a `<Suspense>` around it. */
  Section: ComponentType<Props>
  /** Awaited by the page's loader, so that the server renders the part, also without scripts. */
  ready(): Promise<void>
}

/** @param load imports the part */
export function lazySection<Props extends object>(load: () => Promise<ComponentType<Props>>): LazySection<Props> {
  const part: LazySection<Props> = {
    Section: lazy(async () => ({ default: await load() })),
    async ready() {
      part.Section = await load()
    },
  }
  return part
}
