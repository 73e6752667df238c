/**
 * The beginning of numbers that marketing may reach now and for half an hour more, for tests on the machine's clock. Four
 * digits are missing. It is day somewhere: in Dubai, then in Britain, then in Hawaii.
 */
export function awakePrefix(now = new Date()): string {
  const hour = now.getUTCHours() + now.getUTCMinutes() / 60
  if (hour >= 4 && hour < 16) return '+97150300'
  return hour >= 16 && hour < 19.5 ? '+44740030' : '+1808300'
}
