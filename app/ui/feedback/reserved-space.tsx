interface ReservedSpaceProps {
  /** What will stand here, which decides how wide it is. */
  readonly for: 'count' | 'duration' | 'total' | 'visitor'
}

/** The place of a value that is on its way. It has no text: a search in the page, or a reader of its source, would take it for the value. */
export const ReservedSpace = ({ for: what }: ReservedSpaceProps) => <span className="reserved" data-for={what} />
