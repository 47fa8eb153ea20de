/** Leaves of the URL of a file its name, which tells most: `https://shop.example/assets/cart-1.js` becomes `…/cart-1.js`. */
export function shortenUrls(text: string): string {
  return text.replaceAll(/\bhttps?:\/\/[^\s?#]{1,500}\/(?=[^\s/?#]{1,100}\.\w)/g, '…/')
}
