/** The lines of the shop's source around the places that throw, and the number of the first of them. */
const SOURCES: Readonly<Record<string, { readonly from: number; readonly text: string }>> = {
  'app/cart/total.ts': {
    from: 39,
    text: `/** Adds a line of the cart to its total, in cents. */
export function totalOf(sum: number, line: CartLine): number {
  return sum + line.quantity * line.price.amount
}
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
    from: 14,
    text: `/** The number of articles, beside the link to the cart. */
export function CartBadge({ cart }: { cart: Cart }) {
  return (
    <Link to="/cart" className="badge">
      {cart.lines.length}
    </Link>
  )
`,
  },
  'app/stock/ask-stock.ts': {
    from: 31,
    text: `  } catch (error) {
    const waitedMs = Math.round(performance.now() - sinceMs)
    throw new StockUnavailableError(\`stock did not answer within \${TIMEOUT_MS} ms\`, { cause: error })
  }
}
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

const LINES_PER_SIDE = 2

/**
 * `errata.stack.context` of a stack whose frames name the shop's source, as `@errata/otel` writes it: by frame, null for one of a library.
 *
 * @see otel/SIGNALS.md
 */
export function stackContextOf(stacktrace: string): string {
  const frames = [...stacktrace.matchAll(/^ {4}at (?:async )?(?:(.*) \()?(.*?)(?::(\d+):(\d+))?\)?$/gm)]
  return JSON.stringify(
    frames.map(([, name = '', file = '', line, column]) => {
      const source = SOURCES[file]
      if (source === undefined) return null
      const lines = source.text.split('\n')
      const at = Number(line) - source.from
      return {
        file,
        line: Number(line),
        column: Number(column),
        function: name,
        context: {
          before: lines.slice(Math.max(0, at - LINES_PER_SIDE), at),
          line: lines[at],
          after: lines.slice(at + 1, at + 1 + LINES_PER_SIDE),
        },
      }
    }),
  )
}
