/**
 * Pays an order of the sandbox as the form of its pay page does, without a browser: pay-page.test.ts presses the button.
 * Alipay's own address leads to that page.
 */
export async function payOrder(payload: string): Promise<void> {
  const { url } = await fetch(payload)
  const reply = await fetch(`${url}/pay`, { method: 'POST', headers: { origin: new URL(url).origin } })
  if (!reply.ok) throw new Error(`${payload} was not paid: ${reply.status}`)
}
