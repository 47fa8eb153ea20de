/** The lines of the shop's source around the places that throw, and the number of the first of them. */
const SOURCES: Readonly<Record<string, { readonly from: number; readonly text: string }>> = {
  'app/cart/total.ts': {
    from: 36,
    text: `  readonly quantity: number
}

/** Adds a line of the cart to its total, in cents. */
export function totalOf(sum: number, line: CartLine): number {
  return sum + line.quantity * line.price.amount
}

/** The total without what a voucher takes off. */
export function discounted(total: number, voucher: Voucher | undefined): number {
  return voucher === undefined ? total : Math.max(0, total - voucher.amount)
`,
  },
  'app/cart/read-cart.ts': {
    from: 25,
    text: `export async function readCart(sessionId: string): Promise<Cart> {
  const lines = await withPrices(await listLines(sessionId))
  return { lines, total: lines.reduce(totalOf, 0) }
}
`,
  },
  'app/routes/cart.tsx': {
    from: 17,
    text: `export async function loader({ request }: Route.LoaderArgs) {
  const { sessionId } = await readSession(request)
  return { cart: await readCart(sessionId) }
}
`,
  },
  'app/cart/cart-badge.tsx': {
    from: 13,
    text: `
/** The number of articles, beside the link to the cart. */
export function CartBadge({ cart }: { cart: Cart }) {
  return (
    <Link to="/cart" className="badge">
      {cart.lines.length}
    </Link>
  )
}

/** Shown until the cart is read. */
`,
  },
  'app/stock/ask-stock.ts': {
    from: 28,
    text: `  try {
    const response = await fetch(stockUrl(sku), { signal: AbortSignal.timeout(TIMEOUT_MS) })
    return stockSchema.parse(await response.json())
  } catch (error) {
    const waitedMs = Math.round(performance.now() - sinceMs)
    throw new StockUnavailableError(\`stock did not answer within \${TIMEOUT_MS} ms\`, { cause: error })
  }
}

/** Of all warehouses. */
const stockUrl = (sku: string) =>
`,
  },
  'app/routes/product.tsx': {
    from: 22,
    text: `export async function loader({ params }: Route.LoaderArgs) {
  const product = await getProduct(params.id)
  const stock = await askStock(product.sku)
  return { product, stock }
}
`,
  },
}

/** Of the first frame with source, and of the others. */
const LINES_PER_SIDE = { first: 5, others: 2 }

/**
 * `errata.stack.context` of a stack whose frames name the shop's source, as `@errata/otel` writes it: by frame, null for one of a library.
 *
 * @see otel/SIGNALS.md
 */
export function stackContextOf(stacktrace: string): string {
  const frames = [...stacktrace.matchAll(/^ {4}at (?:async )?(?:(.*) \()?(.*?)(?::(\d+):(\d+))?\)?$/gm)]
  let hasSource = false
  return JSON.stringify(
    frames.map(([, name = '', file = '', line, column]) => {
      const source = SOURCES[file]
      if (source === undefined) return null
      const perSide = hasSource ? LINES_PER_SIDE.others : LINES_PER_SIDE.first
      hasSource = true
      const lines = source.text.split('\n')
      const at = Number(line) - source.from
      return {
        file,
        line: Number(line),
        column: Number(column),
        function: name,
        context: {
          before: lines.slice(Math.max(0, at - perSide), at),
          line: lines[at],
          after: lines.slice(at + 1, at + 1 + perSide),
        },
      }
    }),
  )
}
