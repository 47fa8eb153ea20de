import { toUnixMs } from '../../entry/recorder.ts'
import { type Signals, severityInfo } from '../../send/signals.ts'

/** The fields that we read; TypeScript's DOM library does not have the type yet. */
interface LongAnimationFrame extends PerformanceEntry {
  readonly blockingDuration: number
  readonly scripts: readonly {
    readonly duration: number
    readonly sourceURL: string
    readonly sourceFunctionName: string
    readonly invokerType: string
  }[]
}

const blockingAtLeastMs = 50
const maxFramesPerPage = 30

/** Records frames that blocked the page for 50 ms or more, with the longest script; at most 30 a page. */
export function watchLongAnimationFrames(signals: Signals): void {
  if (!PerformanceObserver.supportedEntryTypes.includes('long-animation-frame')) return
  let recorded = 0
  const observer = new PerformanceObserver(
    signals.guard((list: PerformanceObserverEntryList) => {
      for (const entry of list.getEntries()) {
        if (!isLongAnimationFrame(entry) || entry.blockingDuration < blockingAtLeastMs) continue
        if (++recorded > maxFramesPerPage) {
          observer.disconnect()
          return
        }
        const [longest] = [...entry.scripts].sort((one, other) => other.duration - one.duration)
        signals.log({
          eventName: 'errata.long_animation_frame',
          severity: severityInfo,
          atMs: toUnixMs(entry.startTime),
          attributes: {
            'errata.long_animation_frame.duration': entry.duration,
            'errata.long_animation_frame.blocking_duration': entry.blockingDuration,
            'errata.long_animation_frame.script_duration': longest?.duration,
            'errata.long_animation_frame.script_url': longest?.sourceURL && signals.scrub(longest.sourceURL),
            'errata.long_animation_frame.function': longest?.sourceFunctionName || undefined,
            'errata.long_animation_frame.invoker_type': longest?.invokerType,
          },
        })
      }
    }),
  )
  observer.observe({ type: 'long-animation-frame', buffered: true })
}

function isLongAnimationFrame(entry: PerformanceEntry): entry is LongAnimationFrame {
  return 'scripts' in entry
}
