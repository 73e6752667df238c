import { replyMarkers } from '../../../kit/letter.ts'
import { expect, test } from 'vitest'
import { patient } from '../../../../test/patience.ts'
import { withoutQuotation } from './quoted-text.ts'

const en = replyMarkers.en
const zh = replyMarkers['zh-CN']
const email = (...lines: readonly string[]): string => lines.join('\n')

test.each<[string, string, string]>([
  ['a text without a quotation', 'Still broken.\n\nAda', 'Still broken.\n\nAda'],
  [
    'an answer of Gmail',
    email(
      'It works now.',
      '',
      'On Wed, 25 Nov 2026 at 10:00, Hongyan <no-reply@example.com> wrote:',
      '',
      `> ${en}`,
      '>',
      '> Please try again.',
    ),
    'It works now.',
  ],
  [
    'an answer of Gmail whose introduction is broken over two lines',
    email(
      'On it.',
      'On Wed, 25 Nov 2026 at 10:00, Hongyan Support Centre <no-reply@',
      'example.com> wrote:',
      '',
      `> ${en}`,
    ),
    'On it.',
  ],
  [
    'an answer of Gmail in Chinese',
    email(
      '还是不行。',
      '',
      'Hongyan <no-reply@example.com> 于2026年11月25日周三 10:00写道：',
      '',
      `> ${zh}`,
      '> 请再试一次。',
    ),
    '还是不行。',
  ],
  [
    'an answer of Outlook',
    email(
      'Here it is.',
      '',
      '________________________________',
      'From: Hongyan <no-reply@example.com>',
      'Sent: Wednesday, 25 November 2026 10:00',
      'To: Ada <ada@example.com>',
      'Subject: Re: No codes arrive (ticket #3)',
      '',
      en,
      '',
      'Please send an example.',
    ),
    'Here it is.',
  ],
  [
    'an answer of an older Outlook, whose quotation has no marker',
    email('Thanks.', '', '-----Original Message-----', 'From: Hongyan', 'Sent: Wednesday', '', 'Please try again.'),
    'Thanks.',
  ],
  [
    'an answer of Apple Mail',
    email('Done.', '', '> On 25 Nov 2026, at 10:00, Hongyan <no-reply@example.com> wrote:', '> ', `> ${en}`, '> Text'),
    'Done.',
  ],
  [
    'an answer of Apple Mail in Chinese',
    email('好的。', '', '> 在 2026年11月25日，10:00，Hongyan <no-reply@example.com> 写道：', '>', `> ${zh}`),
    '好的。',
  ],
  [
    'an answer of QQ Mail',
    email(
      '已经恢复。',
      '',
      '------------------ 原始邮件 ------------------',
      '发件人: "Hongyan" <no-reply@example.com>;',
      '发送时间: 2026年11月25日(星期三) 上午10:00',
      '',
      zh,
    ),
    '已经恢复。',
  ],
  [
    'an answer of NetEase Mail',
    email(
      '收到。',
      '',
      '---- 回复的原邮件 ----',
      '| 发件人 | Hongyan<no-reply@example.com> |',
      '| 日期 | 2026年11月25日 10:00 |',
      zh,
    ),
    '收到。',
  ],
  [
    'an answer of NetEase Mail on the web',
    email('收到，谢谢。', '', 'At 2026-11-25 10:00:00, "Hongyan" <no-reply@example.com> wrote:', `>${zh}`, '>内容'),
    '收到，谢谢。',
  ],
  [
    'an answer of Foxmail',
    email(
      '可以了',
      '',
      '发件人： Hongyan',
      '发送时间： 2026-11-25 10:00',
      '收件人： Ada',
      '主题： 回复',
      '',
      zh,
      '内容',
    ),
    '可以了',
  ],
  [
    'an answer below the quotation',
    email('On Wed, 25 Nov 2026, Hongyan wrote:', `> ${en}`, '> Which number?', '', 'The second one.'),
    'The second one.',
  ],
  [
    'an answer between quoted lines',
    email('On Wed, Hongyan wrote:', `> ${en}`, '> Which number?', 'The second.', '> Since when?', 'Monday.'),
    'The second.\nMonday.',
  ],
  [
    'an answer whose quotation has no marker',
    email('Yes.', '', 'On Wed, Hongyan <no-reply@example.com> wrote:', '> Is it solved?'),
    'Yes.',
  ],
  [
    'a sentence of the sender about a mail',
    'On Monday you wrote:\n“try again”. I did.',
    'On Monday you wrote:\n“try again”. I did.',
  ],
  ['a line of the sender that begins with From', 'From: 10:00\nall codes fail.', 'From: 10:00\nall codes fail.'],
  ['a quotation alone', email('On Wed, Hongyan <no-reply@example.com> wrote:', `> ${en}`, '> Text'), ''],
  ['lines of other systems', 'One.\r\nTwo.\r\n\r\nOn Wed, Hongyan wrote:\r\n> Text', 'One.\nTwo.'],
])('of %s the answer is left', (_, text, answer) => {
  expect(withoutQuotation(text)).toBe(answer)
})

test('a text of many lines and marks is cut in time that grows with its length', () => {
  const lines = 'On it <a@b '.repeat(20_000)
  expect(withoutQuotation(`${lines}\n${'> '.repeat(20_000)}\n${'x\n'.repeat(20_000)}`)).toContain('On it')
})

test.each<[string, string]>([
  ['the name of a header, then spaces', `${'From'.padEnd(199_994)}answer`],
  ['the name of a header, spaces, a star and spaces', `${'From'.padEnd(100_000)}${'*'.padEnd(99_994)}answer`],
  ['a bracket, then at signs', '<'.padEnd(200_000, '@')],
  ['many brackets, then at signs', `${'<'.repeat(199)}${'@'.repeat(199_801)}`],
  ['a bracket, then names and at signs', '<a'.padEnd(200_000, '@a')],
])('one line as long as a whole email is read within a tenth of a second: %s', (_, line) => {
  // Processor time, which other work on the machine does not count into.
  const started = process.cpuUsage()
  const answer = withoutQuotation(line)
  const { user, system } = process.cpuUsage(started)
  expect(answer === line).toBe(true)
  expect((user + system) / 1_000).toBeLessThan(patient(100))
})
