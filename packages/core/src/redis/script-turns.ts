/**
 * Second half of the script: how many of the requested calls may start, and when to request the rest. See
 * `script.ts`.
 */
export const turnsPart: string = `
local function used(limit)
  if limit.kind == 'window' then return limit.open + limit.recent end
  if limit.kind == 'bucket' then return limit.open + math.max(0, limit.arrival - now) / limit.interval end
  return limit.open
end
for _, limitSet in ipairs(limitSets) do
  limitSet.others, limitSet.available, limitSet.size, limitSet.lead = {}, math.huge, 1000, 0
  for _, limit in ipairs(limitSet.limits) do
    -- Concurrency frees at unknown times, so a unit that moves to another process is idle for a while.
    -- A lead of some calls avoids a move at every call, as long as no process waits long.
    if limit.kind == 'concurrency' then limitSet.lead = math.max(16, 4 * limit.capacity) end
    limitSet.available = math.min(limitSet.available, math.floor(limit.capacity - used(limit) + 0.001))
    limitSet.size = math.max(limitSet.size, limit.capacity)
  end
  if limitSet.pausedUntil > now then limitSet.available = 0 end
end

local mine, waiting = nil, 0
if #request.ask > 0 then
  flat = redis.call('HGETALL', waiters)
  for index = 1, #flat, 2 do
    local process, till, demands = flat[index], flat[index + 1]:match('(%d+) (.*)')
    if tonumber(till) < now then
      redis.call('HDEL', waiters, process)
    elseif process == me then
      mine = cjson.decode(demands)
    else
      waiting, demands = waiting + 1, cjson.decode(demands)
      for _, limitSet in ipairs(limitSets) do
        local demand = demands[limitSet.id]
        -- Of two processes with the same count, the first by name goes first.
        if demand then
          local lead = now - demand.since < 200000 and limitSet.lead or 0
          local turn = demand.turn + lead + (process > me and 1 or 0)
          local other = { turn = turn, level = demand.turn, first = demand.first, need = demand.need }
          table.insert(limitSet.others, other)
        end
      end
    end
  end
end
-- An absence earns no more than a fair share, and a high count is bounded.
for _, limitSet in ipairs(limitSets) do
  local level = recall('turn:' .. limitSet.id)
  limitSet.turn = math.min(account.turn[limitSet.id] or 0, level + limitSet.size)
  local share = math.floor(limitSet.size / (waiting + 2))
  if not mine then limitSet.turn = math.max(limitSet.turn, level - share) end
end

-- The units that belong to the other processes when this process rises to a count.
local function claimed(limitSet, count)
  local sum = 0
  for _, other in ipairs(limitSet.others) do
    if other.turn < count then
      sum = sum + math.min(other.need, math.max(other.first, count - other.turn))
    end
  end
  return sum
end
local function shareOf(limitSet, first, need)
  local fits, fails = 0, need + 1
  while fails - fits > 1 do
    local units = fails == need + 1 and need or math.floor((fits + fails) / 2)
    if claimed(limitSet, limitSet.turn + units) + math.max(first, units) <= limitSet.available then
      fits = units
    else
      fails = units
    end
  end
  return fits > 0 and math.max(first, fits) or 0
end

-- How many calls of each demand start, in order. A demand without capacity in its group is skipped.
-- A demand without common capacity blocks all.
local function allocate(left)
  local counts, total, first, stopped = {}, 0, nil, {}
  for run, demand in ipairs(request.ask) do
    local own, cost, count = demand[1], demand[2], 0
    if not stopped[1] and not stopped[own] then
      local byOwn = left[own] and math.floor(left[own] / cost) or demand[3]
      local byAll = math.floor(left[1] / cost)
      count = math.min(demand[3], byOwn, byAll)
      if count < demand[3] then stopped[byOwn == count and own or 1] = cost end
    end
    if count > 0 then first = first or cost end
    total, left[1] = total + cost * count, left[1] - cost * count
    if left[own] then left[own] = left[own] - cost * count end
    counts[run] = count
  end
  return counts, total, first, stopped
end

local needs, firsts = {}, {}
for _, demand in ipairs(request.ask) do
  local own = demand[1]
  needs[own] = (needs[own] or 0) + demand[2] * demand[3]
  firsts[own] = firsts[own] or demand[2]
end
local left, again = { math.huge }, {}
for index = 2, #limitSets do
  left[index] = needs[index] and shareOf(limitSets[index], firsts[index], needs[index]) or 0
  again[index] = left[index]
end
local _, passing, first, stopped = allocate(left)
needs[1] = passing
again[1] = first and shareOf(limitSets[1], first, passing) or 0
local counts, _, _, held = allocate(again)
if first then stopped[1] = held[1] end

local grants = {}
for run, demand in ipairs(request.ask) do
  local units = counts[run] * demand[2]
  grants[1] = (grants[1] or 0) + units
  if demand[1] > 0 then grants[demand[1]] = (grants[demand[1]] or 0) + units end
end
for index, limitSet in ipairs(limitSets) do
  local units = grants[index] or 0
  if units > 0 then
    local level = limitSet.turn
    for _, other in ipairs(limitSet.others) do level = math.min(level, other.level) end
    state['turn:' .. limitSet.id] = text(math.max(recall('turn:' .. limitSet.id), level))
    limitSet.turn, limitSet.available = limitSet.turn + units, limitSet.available - units
    account.turn[limitSet.id] = limitSet.turn
    for _, limit in ipairs(limitSet.limits) do
      limit.open = limit.open + units
      account.open[limit.id] = account.open[limit.id] + units
    end
  end
end

-- The instant at which a number of units is free; nil when it depends on a finish.
local function freeAt(limit, units)
  local short = used(limit) + units - limit.capacity
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
local function opensAt(limitSet, units)
  local at = math.max(now, limitSet.pausedUntil)
  for _, limit in ipairs(limitSet.limits) do
    local free = freeAt(limit, units)
    if not free then return nil end
    at = math.max(at, free)
  end
  return at
end

local waits, demands, till = {}, {}, nil
for index, limitSet in ipairs(limitSets) do
  waits[index] = 0
  if stopped[index] then
    local first, need = stopped[index], needs[index] - (grants[index] or 0)
    local at = opensAt(limitSet, claimed(limitSet, limitSet.turn + 1) + first)
    waits[index] = at and math.ceil(math.max(1, at - now)) or -1
    till = math.min(till or math.huge, at or (now + request.poll * (1 + waiting / 8)))
    local before = mine and mine[limitSet.id]
    local since = before and (grants[index] or 0) == 0 and before.since or text(now)
    demands[limitSet.id] = { turn = limitSet.turn, first = first, need = need, since = since }
  end
end
if till then
  redis.call('HSET', waiters, me, text(till + request.patience) .. ' ' .. cjson.encode(demands))
else
  redis.call('HDEL', waiters, me)
end

redis.call('ZADD', leases, text(now + request.lease), me)
redis.call('HSET', accounts, me, cjson.encode(account))
if request.leaving then forget(me, {}) end
local pauses, usage = {}, {}
for index, limitSet in ipairs(limitSets) do
  pauses[index] = math.max(0, limitSet.pausedUntil - now)
  keep = math.max(keep, pauses[index] / 1000)
  state['pause:' .. limitSet.id] = text(limitSet.pausedUntil)
end
for place, limit in ipairs(limits) do
  usage[place] = math.ceil(used(limit) - 0.001)
  state['open:' .. limit.id] = text(limit.open)
  if limit.arrival then state['arrival:' .. limit.id] = text(limit.arrival) end
  if limit.recent then state['recent:' .. limit.id] = text(limit.recent) end
end
return finish({ grants = counts, waits = waits, pauses = pauses, used = usage, waiting = waiting })
`;
