import { Dialog } from './dialog.tsx'

const KEYS: readonly (readonly [keys: readonly string[], does: string])[] = [
  [['/', '⌘ K'], 'Look up, or go to a page'],
  [['j', 'k'], 'Next, previous row of a list'],
  [['Enter'], 'Open the row'],
  [['↓', '↑'], 'Next, previous span of a trace'],
  [['→', '←'], 'Show, fold away what a span called'],
  [['Esc'], 'Close what is open'],
  [['?'], 'These keys'],
]

/** Which keys there are. */
export default function KeySheet({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog label="Keys" className="key-sheet" onClose={onClose}>
      <h2>Keys</h2>
      <dl className="facts">
        {KEYS.map(([keys, does]) => (
          <div key={does}>
            <dt>
              {keys.map(key => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <form method="dialog">
        <button type="submit">Close</button>
      </form>
    </Dialog>
  )
}
