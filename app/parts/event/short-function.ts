/** A function without its package, which every function of a service has: `PaymentGateway.charge` for one of `com.example`. */
export const shortFunction = (name: string) =>
  name.replace(/^[\w.~-]+(?:\/[\w.~-]+)*\/(?=[\w(])/, '').replace(/^(?:[a-z_][\w$]*\.)+(?=[A-Z])/, '')
