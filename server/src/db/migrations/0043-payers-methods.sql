-- The way in which the payer paid on the channel's page, such as a wallet, where the provider names it.
alter table top_up add column method text check (
  method in ('alipay', 'wxpay', 'unionpay', 'card', 'paypal', 'googlepay', 'applepay'));
