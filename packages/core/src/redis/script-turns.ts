/**
 * Second half of the script: how many of the calls that are asked for may start, and when to come again for the rest. See `script.ts`.
 *
 * @internal
 */
export const turnsPart: string = `
local function used(limit)
  if limit.kind == 'window' then return limit.open + limit.recent end
  if limit.kind == 'bucket' then return limit.open + math.max(0, limit.arrival - now) / limit.interval end
  return limit.open
end
for _, gate in ipairs(gates) do
  gate.others, gate.room, gate.size, gate.lead = {}, math.huge, 1000, 0
  for _, limit in ipairs(gate.limits) do
    -- Nobody can say when these are free, so whenever a place changes hands it lies idle for a while: it need not at every call, as long
    -- as nobody waits long.
    if limit.kind == 'concurrency' then gate.lead = math.max(16, 4 * limit.capacity) end
    gate.room = math.min(gate.room, math.floor(limit.capacity - used(limit) + 0.001))
    gate.size = math.max(gate.size, limit.capacity)
  end
  if gate.pausedUntil > now then gate.room = 0 end
end

local mine, waiting = nil, 0
if #request.ask > 0 then
  flat = redis.call('HGETALL', waiters)
  for index = 1, #flat, 2 do
    local process, till, wishes = flat[index], flat[index + 1]:match('(%d+) (.*)')
    if tonumber(till) < now then
      redis.call('HDEL', waiters, process)
    elseif process == me then
      mine = cjson.decode(wishes)
    else
      waiting, wishes = waiting + 1, cjson.decode(wishes)
      for _, gate in ipairs(gates) do
        local wish = wishes[gate.id]
        -- Of two with the same count, the one whose name comes first goes first.
        if wish then
          local lead = now - wish.since < 200000 and gate.lead or 0
          local turn = wish.turn + lead + (process > me and 1 or 0)
          table.insert(gate.others, { turn = turn, level = wish.turn, first = wish.first, need = wish.need })
        end
      end
    end
  end
end
-- Having been away earns no more than a fair part, and having had much is forgiven after a while.
for _, gate in ipairs(gates) do
  local level = recall('turn:' .. gate.id)
  gate.turn = math.min(account.turn[gate.id] or 0, level + gate.size)
  if not mine then gate.turn = math.max(gate.turn, level - math.floor(gate.size / (waiting + 2))) end
end

-- What belongs to the others when this process is to rise to a count.
local function claimed(gate, count)
  local sum = 0
  for _, other in ipairs(gate.others) do
    if other.turn < count then
      sum = sum + math.min(other.need, math.max(other.first, count - other.turn))
    end
  end
  return sum
end
local function part(gate, first, need)
  local fits, fails = 0, need + 1
  while fails - fits > 1 do
    local places = fails == need + 1 and need or math.floor((fits + fails) / 2)
    if claimed(gate, gate.turn + places) + math.max(first, places) <= gate.room then
      fits = places
    else
      fails = places
    end
  end
  return fits > 0 and math.max(first, fits) or 0
end

-- How many of each wish pass, in order. One that its group's gate holds steps aside; one that the common gate holds lets nobody by.
local function serve(left)
  local counts, total, first, stopped = {}, 0, nil, {}
  for run, wish in ipairs(request.ask) do
    local own, cost, count = wish[1], wish[2], 0
    if not stopped[1] and not stopped[own] then
      local byOwn = left[own] and math.floor(left[own] / cost) or wish[3]
      local byAll = math.floor(left[1] / cost)
      count = math.min(wish[3], byOwn, byAll)
      if count < wish[3] then stopped[byOwn == count and own or 1] = cost end
    end
    if count > 0 then first = first or cost end
    total, left[1] = total + cost * count, left[1] - cost * count
    if left[own] then left[own] = left[own] - cost * count end
    counts[run] = count
  end
  return counts, total, first, stopped
end

local needs, firsts = {}, {}
for _, wish in ipairs(request.ask) do
  local own = wish[1]
  needs[own] = (needs[own] or 0) + wish[2] * wish[3]
  firsts[own] = firsts[own] or wish[2]
end
local left, again = { math.huge }, {}
for index = 2, #gates do
  left[index] = needs[index] and part(gates[index], firsts[index], needs[index]) or 0
  again[index] = left[index]
end
local _, passing, first, stopped = serve(left)
needs[1] = passing
again[1] = first and part(gates[1], first, passing) or 0
local counts, _, _, held = serve(again)
if first then stopped[1] = held[1] end

local grants = {}
for run, wish in ipairs(request.ask) do
  local places = counts[run] * wish[2]
  grants[1] = (grants[1] or 0) + places
  if wish[1] > 0 then grants[wish[1]] = (grants[wish[1]] or 0) + places end
end
for index, gate in ipairs(gates) do
  local places = grants[index] or 0
  if places > 0 then
    local level = gate.turn
    for _, other in ipairs(gate.others) do level = math.min(level, other.level) end
    memory['turn:' .. gate.id] = text(math.max(recall('turn:' .. gate.id), level))
    gate.turn, gate.room = gate.turn + places, gate.room - places
    account.turn[gate.id] = gate.turn
    for _, limit in ipairs(gate.limits) do
      limit.open = limit.open + places
      account.open[limit.id] = account.open[limit.id] + places
    end
  end
end

-- When a number of places is free; nil when only a finish can tell.
local function freeAt(limit, places)
  local short = used(limit) + places - limit.capacity
  if short <= 0 then return now end
  if limit.kind == 'bucket' and limit.open < limit.capacity then return now + short * limit.interval end
  if limit.kind ~= 'window' then return nil end
  local from = 0
  while true do
    local slots = redis.call('LRANGE', limit.list, from, from + 63)
    if #slots == 0 then return nil end
    for _, slot in ipairs(slots) do
      local instant, amount = slot:match('(%d+):(%d+)')
      short = short - amount
      if short <= 0 then return instant + limit.span end
    end
    from = from + 64
  end
end
local function opensAt(gate, places)
  local at = math.max(now, gate.pausedUntil)
  for _, limit in ipairs(gate.limits) do
    local free = freeAt(limit, places)
    if not free then return nil end
    at = math.max(at, free)
  end
  return at
end

local waits, wishes, till = {}, {}, nil
for index, gate in ipairs(gates) do
  waits[index] = 0
  if stopped[index] then
    local first, need = stopped[index], needs[index] - (grants[index] or 0)
    local at = opensAt(gate, claimed(gate, gate.turn + 1) + first)
    waits[index] = at and math.ceil(math.max(1, at - now)) or -1
    till = math.min(till or math.huge, at or (now + request.poll * (1 + waiting / 8)))
    local before = mine and mine[gate.id]
    local since = before and (grants[index] or 0) == 0 and before.since or text(now)
    wishes[gate.id] = { turn = gate.turn, first = first, need = need, since = since }
  end
end
if till then
  redis.call('HSET', waiters, me, text(till + request.patience) .. ' ' .. cjson.encode(wishes))
else
  redis.call('HDEL', waiters, me)
end

redis.call('ZADD', leases, text(now + request.lease), me)
redis.call('HSET', accounts, me, cjson.encode(account))
if request.leaving then forget(me, {}) end
local pauses, usage = {}, {}
for index, gate in ipairs(gates) do
  pauses[index] = math.max(0, gate.pausedUntil - now)
  keep = math.max(keep, pauses[index] / 1000)
  memory['pause:' .. gate.id] = text(gate.pausedUntil)
end
for place, limit in ipairs(limits) do
  usage[place] = math.ceil(used(limit) - 0.001)
  memory['open:' .. limit.id] = text(limit.open)
  if limit.arrival then memory['arrival:' .. limit.id] = text(limit.arrival) end
  if limit.recent then memory['recent:' .. limit.id] = text(limit.recent) end
end
return finish({ grants = counts, waits = waits, pauses = pauses, used = usage, waiting = waiting })
`;
