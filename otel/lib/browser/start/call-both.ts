type Listener<Args extends unknown[]> = (...args: Args) => void

/** Calls ours and then the app's own; once if they are the same, as with hooks from `startBrowser`. */
export function callBoth<Args extends unknown[]>(
  ours: Listener<Args> | undefined,
  own: Listener<Args> | undefined,
): Listener<Args> | undefined {
  if (ours === undefined || own === undefined || ours === own) return ours ?? own
  return (...args) => {
    ours(...args)
    own(...args)
  }
}
