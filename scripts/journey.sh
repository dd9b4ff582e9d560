#!/usr/bin/env bash
# One shop's journey by curl alone: a campaign, its codes, a publication, a validation, a redemption
# and its rollback, points, a reward, an export. Every step stops the script if it is not as it says.
#
#   scripts/journey.sh http://127.0.0.1:8787 demo-app demo-app-token
set -euo pipefail

base=${1:?address of the service}
app=${2:?id of a server key}
token=${3:?token of the key}
run=$(date +%s)-$$

# Sends METHOD PATH [BODY] and prints the answer; a status of 400 or more stops the script.
api() {
  local body=()
  if [ $# -gt 2 ]; then body=(-H 'Content-Type: application/json' -d "$3"); fi
  curl --silent --show-error --fail-with-body -X "$1" "$base/v1$2" \
    -H "X-App-Id: $app" -H "X-App-Token: $token" "${body[@]}"
}

# The value at a path of the JSON that is read, as `redemptions[0].id`.
at() { node -e 'console.log(eval("JSON.parse(require(`fs`).readFileSync(0)).'"$1"'"))'; }

# Says what was seen, and stops where it is not what was wanted: WHAT SEEN WANTED
see() {
  if [ "$2" != "$3" ]; then
    echo "$1: $2, and not $3" >&2
    exit 1
  fi
  echo "$1: $2"
}

# Asks PATH until FIELD is WANTED, for half a minute at most.
wait_for() {
  for _ in $(seq 60); do
    if [ "$(api GET "$1" | at "$2")" = "$3" ]; then return; fi
    sleep 0.5
  done
  echo "$1: $2 has not become $3" >&2
  exit 1
}

campaign=$(api POST /campaigns '{
  "name": "Spring '"$run"'", "campaign_type": "DISCOUNT_COUPONS", "vouchers_count": 3,
  "voucher": {"type": "DISCOUNT_VOUCHER", "discount": {"type": "PERCENT", "percent_off": 10},
    "redemption": {"quantity": 1}}}' | at id)
wait_for "/campaigns/$campaign" vouchers_generation_status DONE
see "codes of the campaign" "$(api GET "/vouchers?campaign_id=$campaign" | at total)" 3

code=$(api POST /publications '{
  "campaign": {"name": "Spring '"$run"'"}, "customer": {"source_id": "jane-'"$run"'"}}' |
  at voucher.code)
redeemables='"redeemables": [{"object": "voucher", "id": "'"$code"'"}]'
order='"order": {"amount": 10000}'

valid=$(api POST /validations "{$redeemables, $order}")
see "the order with the code" "$(at order.total_amount <<<"$valid")" 9000
redeemed=$(api POST /redemptions "{$redeemables, $order}")
see "redeemed" "$(at 'redemptions[0].result' <<<"$redeemed")" SUCCESS
again=$(api POST /validations "{$redeemables, $order}")
see "valid once more" "$(at valid <<<"$again")" false
back=$(api POST "/redemptions/$(at 'redemptions[0].id' <<<"$redeemed")/rollback" '{}')
see "rolled back" "$(at result <<<"$back")" SUCCESS
see "valid after that" "$(api POST /validations "{$redeemables, $order}" | at valid)" true

program=$(api POST /loyalties '{
  "name": "Club '"$run"'", "type": "AUTO_UPDATE",
  "voucher": {"type": "LOYALTY_CARD", "loyalty_card": {"points": 0}}}' | at id)
card=$(api POST "/loyalties/$program/members" '{
  "customer": {"source_id": "jane-'"$run"'"}}' | at code)
points=$(api POST "/loyalties/members/$card/balance" '{"points": 50}')
see "points" "$(at balance <<<"$points")" 50

bag=$(api POST /products '{"name": "Bag"}' | at id)
reward=$(api POST /rewards '{
  "name": "Bag", "type": "MATERIAL", "parameters": {"product": {"id": "'"$bag"'"}}}' | at id)
api POST "/rewards/$reward/assignments" '{
  "campaign": "'"$program"'", "parameters": {"loyalty": {"points": 20}}}' >/dev/null
spent=$(api POST "/loyalties/members/$card/redemption" '{"reward": {"id": "'"$reward"'"}}')
see "the reward" "$(at result <<<"$spent")" SUCCESS
see "points left" "$(api GET "/loyalties/members/$card" | at loyalty_card.balance)" 30

export=$(api POST /exports '{
  "exported_object": "voucher", "parameters": {"fields": ["code"],
    "filters": {"campaign_id": {"conditions": {"$is": "'"$campaign"'"}}}}}' | at id)
wait_for "/exports/$export" status DONE
file=$(curl --silent --fail "$(api GET "/exports/$export" | at result.url)")
see "lines of the export" "$(wc -l <<<"$file")" 4
